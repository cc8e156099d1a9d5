# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""A .deb and an .rpm, made from the build folder, unpacked and used: packed.py BUILD CPACK."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

BUILD, CPACK = Path(), ""
HELLO = "integer :: a[*]\na = this_image()\nsync all\nprint '(i0)', a[num_images()]\nend\n"


class Packed(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def good(self, *words: object) -> str:
        clean = {k: v for k, v in os.environ.items() if not k.startswith("ARAUTO_")}
        done = subprocess.run(
            [str(word) for word in words],
            cwd=self.folder,
            env=clean,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        self.assertEqual(done.returncode, 0, f"{words}\n{done.stdout}\n{done.stderr}")
        return done.stdout

    def pack(self, kind: str, *tools: str) -> Path:
        for tool in tools:
            if not shutil.which(tool):
                self.skipTest(f"there is no {tool}")
        config = BUILD / "CPackConfig.cmake"
        self.good(CPACK, "-G", kind, "--config", config, "-B", self.folder / "made")
        (package,) = (self.folder / "made").glob(f"*.{kind.lower()}")
        return package

    def use(self, usr: Path) -> None:
        source, program = self.folder / "hello.f90", self.folder / "hello"
        source.write_text(HELLO)
        self.good(usr / "bin" / "arauto-fc", source, "-o", program)
        self.assertEqual(self.good(usr / "bin" / "arauto", "run", "-n", "2", program), "2\n2\n")
        for name in ("arauto-fc", "arauto-cc", "arauto-cxx"):
            self.assertTrue((usr / "share" / "man" / "man1" / f"{name}.1.gz").is_file(), name)
        self.assertTrue((usr / "share" / "man" / "man3" / "arauto_put.3.gz").is_file())

    def test_a_deb(self) -> None:
        package = self.pack("DEB", "dpkg-deb", "file")
        self.good("dpkg-deb", "-x", package, self.folder / "root")
        self.use(self.folder / "root" / "usr")
        self.assertTrue((self.folder / "root/usr/share/doc/arauto/copyright").is_file())
        needs = self.good("dpkg-deb", "-f", package, "Depends", "Recommends")
        self.assertIn("libc6 (>= ", needs)
        self.assertIn("gfortran", needs)
        documents = self.folder / "root/usr/share/doc/arauto"
        self.assertTrue((documents / "changelog.Debian.gz").is_file())

    def test_an_rpm(self) -> None:
        package = self.pack("RPM", "rpmbuild")
        listed = self.good("rpm", "-qpl", package).splitlines()
        for name in ("bin/arauto", "lib/libarauto.so.0", "share/doc/arauto/LICENSE"):
            self.assertIn(f"/usr/{name}", listed)
        self.assertIn("/usr/share/licenses/arauto/LICENSE", listed)
        self.assertNotIn("/usr/bin", listed)  # folders of the system are not ours
        told = self.good("rpm", "-qp", "--recommends", "--queryformat", "%{DESCRIPTION}", package)
        self.assertIn("gcc-gfortran", told)
        self.assertIn("notifies it in the\nsame operation", told)
        if shutil.which("rpm2cpio") and shutil.which("cpio"):
            self.good(
                "sh", "-c", f"mkdir root && cd root && rpm2cpio {package} | cpio -idm --quiet"
            )
            self.use(self.folder / "root" / "usr")


if __name__ == "__main__":
    BUILD, CPACK = Path(sys.argv[1]).resolve(), sys.argv[2]
    unittest.main(argv=sys.argv[:1], verbosity=2)  # tells what was skipped
