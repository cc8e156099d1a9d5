# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The wheel, installed by pip in a fresh environment, and used there: wheel_test.py BUILD."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path()
HELLO = "integer :: a[*]\na = this_image()\nsync all\nprint '(i0)', a[num_images()]\nend\n"


def call(*words: object, **variables: str) -> subprocess.CompletedProcess[str]:
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("ARAUTO", "PYTHON"))}
    return subprocess.run(
        [str(word) for word in words],
        env={**clean, **variables},
        capture_output=True,
        text=True,
        timeout=400,
        check=False,
    )


class Wheel(unittest.TestCase):
    folder: Path
    wheel: Path
    bin: Path

    @classmethod
    def setUpClass(cls) -> None:
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = Path(temporary.name)
        made = call(sys.executable, ROOT / "scripts" / "wheel.py", BUILD, cls.folder / "wheels")
        if made.returncode != 0:
            raise AssertionError(made.stderr)
        cls.wheel = Path(made.stdout.strip())
        cls.bin = cls.folder / "venv" / "bin"
        call(sys.executable, "-m", "venv", cls.bin.parent)
        words = ("install", "-q", "--no-compile", "--retries", "1", "numpy", "auditwheel")
        tools = call(cls.bin / "pip", *words)
        if tools.returncode != 0:
            print("skipped: pip cannot get numpy and auditwheel here: is there a network?")
            sys.exit(77)
        done = call(cls.bin / "pip", "install", "-q", "--no-index", cls.wheel)
        if done.returncode != 0:
            raise AssertionError(done.stderr)

    def good(self, *words: object) -> str:
        done = call(*words, PATH=f"{self.bin}:{os.environ['PATH']}")
        self.assertEqual(done.returncode, 0, f"{words}\n{done.stdout}\n{done.stderr}")
        return done.stdout

    def test_its_tag_is_true(self) -> None:
        said = " ".join(self.good(self.bin / "auditwheel", "show", self.wheel).split())
        (tag,) = re.findall(r"py3-none-(manylinux_\d+_\d+_\w+)\.whl$", self.wheel.name)
        self.assertIn(f'consistent with the following platform tag: "{tag}"', said)

    def test_coarrays_are_compiled_and_run(self) -> None:
        source, program = self.folder / "hello.f90", self.folder / "hello"
        source.write_text(HELLO)
        for words in (["arauto", "fc"], ["arauto-fc"], ["arauto", "fc", "--translate"]):
            with self.subTest(words):
                program.unlink(missing_ok=True)
                self.good(self.bin / words[0], *words[1:], source, "-o", program)
                said = self.good(self.bin / "arauto", "run", "-n", "3", program)
                self.assertEqual(said, "3\n3\n3\n")
                self.assertEqual(self.good(program).split()[0].isdigit(), True)

    def test_c_is_compiled_and_run(self) -> None:
        program = self.folder / "ring"
        self.good(self.bin / "arauto", "cc", ROOT / "examples" / "ring.c", "-o", program)
        said = self.good(self.bin / "arauto", "run", "-n", "3", program)
        self.assertEqual(said, "it came back: around the ring\n")

    def test_python_puts_gets_and_waits(self) -> None:
        script = Path(__file__).with_name("exchange.py")
        for ranks in ("1", "4"):
            words = ["run", "-n", ranks, "python", "-B", script]
            self.assertEqual(self.good(self.bin / "arauto", *words), "all is well\n")

    def test_an_exception_of_one_rank_ends_all(self) -> None:
        words = ["run", "-n", "3", self.bin / "python", Path(__file__).with_name("exchange.py")]
        done = call(self.bin / "arauto", *words, "wrong")
        self.assertEqual(done.returncode, 1)
        self.assertIn("rank 3 is outside this job of 3 ranks", done.stderr)
        self.assertNotIn("all is well", done.stdout)

    def test_it_leaves_nothing(self) -> None:
        other = self.folder / "other"
        call(sys.executable, "-m", "venv", "--without-pip", other)
        before = sorted(other.rglob("*"))
        pip = (self.bin / "pip", "--python", other / "bin" / "python")
        self.good(*pip, "install", "-q", "--no-index", self.wheel)
        self.assertTrue((other / "bin" / "arauto").exists())
        self.good(*pip, "uninstall", "-q", "-y", "arauto")
        after = [path for path in sorted(other.rglob("*")) if "__pycache__" not in path.parts]
        self.assertEqual([path for path in after if path not in before], [])


if __name__ == "__main__":
    BUILD = Path(sys.argv[1]).resolve()
    unittest.main(argv=sys.argv[:1])
