# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""scripts/bootstrap.sh and scripts/packages.sh where packages are missing: on a machine whose
commands are chosen here.

Its apt-get only writes down how it was called."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "bootstrap.sh"
COMMANDS = "bash dirname mkdir grep find cmp tr tail cat rm touch cp env readlink".split()


class Bootstrap(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "scripts").mkdir()
        for name in ("bootstrap.sh", "packages.sh", "requirements.txt"):
            shutil.copy(SCRIPT.with_name(name), self.folder / "scripts")
        self.bin = self.folder / "bin"
        self.bin.mkdir()
        for name in COMMANDS:
            (self.bin / name).symlink_to(shutil.which(name) or name)
        self.calls = self.folder / "calls"
        self.calls.touch()
        self.fake("apt-get", f'echo "$*" >>"{self.calls}"; exit 1')
        self.fake("dpkg-deb", "exit 1")
        self.is_user("1000")

    def fake(self, name: str, line: str = "exit 0") -> None:
        path = self.bin / name
        path.write_text(f"#!{shutil.which('bash')}\n{line}\n")
        path.chmod(0o755)

    def is_user(self, number: str) -> None:
        self.fake("id", f"echo {number}")

    def bootstrap(self, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
        return self.call("bootstrap.sh", *words, **variables)

    def call(self, script: str, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self.folder / "scripts" / script, *words],
            env={"PATH": str(self.bin), **variables},
            capture_output=True,
            text=True,
            timeout=240,
            check=False,
        )

    def have(self, *names: str) -> None:
        for name in names:
            self.fake(name)

    def test_nothing_is_installed_if_so_asked(self) -> None:
        self.is_user("0")
        done = self.bootstrap(BOOTSTRAP="no")
        self.assertEqual(done.returncode, 1)
        (line,) = done.stderr.splitlines()
        self.assertIn("missing: gfortran g++ make cmake. BOOTSTRAP=no: nothing is installed", line)
        self.have("gfortran", "g++", "make", "cmake")
        done = self.bootstrap(BOOTSTRAP="no")
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        self.assertIn("going on without ninja-build python3", done.stderr)
        self.assertEqual(self.calls.read_text(), "")
        self.assertEqual(self.bootstrap().returncode, 0)
        self.assertIn("install", self.calls.read_text())  # which it was not before

    def test_a_user_without_rights_is_told_in_one_sentence(self) -> None:
        done = self.bootstrap()
        self.assertEqual(done.returncode, 1)
        (line,) = done.stderr.splitlines()
        self.assertIn("needs root, or sudo: apt-get install gfortran g++ make cmake", line)

    def test_without_ninja_sudo_and_network_the_build_goes_on(self) -> None:
        self.have("gfortran", "g++", "make", "cmake")
        done = self.bootstrap()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("going on without ninja-build", done.stderr)
        self.assertEqual(self.bootstrap().stderr, "", "it is said once")

    def test_the_tools_of_a_deb_are_named(self) -> None:
        self.have("gfortran", "g++", "make", "cmake")
        done = self.bootstrap("packages", BOOTSTRAP="no")
        self.assertEqual(done.returncode, 1)
        (line,) = done.stderr.splitlines()
        self.assertIn("missing: file dpkg-dev. BOOTSTRAP=no: nothing is installed", line)
        done = self.call("packages.sh", "DEB")
        self.assertEqual(done.returncode, 1)
        (line,) = done.stderr.splitlines()
        self.assertIn("a .deb needs the tool dpkg-shlibdeps, which is missing here", line)
        self.have("file", "dpkg-shlibdeps")
        self.assertEqual(self.bootstrap("packages", BOOTSTRAP="no").returncode, 0)
        (line,) = self.call("packages.sh", "RPM").stderr.splitlines()
        self.assertIn("a .rpm needs the tool rpmbuild", line)
        self.assertIn("there is no kind ZIP", self.call("packages.sh", "ZIP").stderr)

    def test_headers_of_the_network_are_unpacked_without_rights(self) -> None:
        self.have("gfortran", "g++", "make", "cmake", "ninja", "python3")
        if Path("/usr/include/rdma/fabric.h").exists():
            self.assertNotIn("libfabric", self.bootstrap().stderr)
            self.assertEqual(self.calls.read_text(), "")
            return
        self.bootstrap()
        self.assertIn("download -qq libfabric-dev", self.calls.read_text())


if __name__ == "__main__":
    unittest.main()
