# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Shows that no other put comes between the hint of a notified put and that put, at every
optimisation level.

order.py ARAUTO CC
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ARAUTO = CC = ""
HERE = Path(__file__).resolve().parent
# Case -> (the call that carries the notification, notifications in all)
WANTED = {
    "section": ("send to 1", 1),
    "expression": ("send to 2", 1),
    "array function": ("send to 3", 2),
    "scalar into section": ("send to 4", 1),
    "notify variable with a put": ("send to 5", 1),
    "cosubscripts with puts": ("send to 7", 2),
    "get inside": ("send to 7", 1),
    "from image to image": ("sendget to 8", 1),
    "vector subscript": ("send to 9", 2),
    "component": ("send_by_ref to 10", 1),
    "allocatable": ("send to 11", 2),
    "after if": ("send to 12", 1),
    "with stat": ("send to 14", 1),
}
INNER = "send to 91"


class Order(unittest.TestCase):
    def run_program(self, folder: str, *options: str) -> list[str]:
        def call(*words: str) -> str:
            answer = subprocess.run(
                words, cwd=folder, capture_output=True, text=True, check=False, timeout=240
            )
            self.assertEqual(answer.returncode, 0, answer.stderr)
            return answer.stdout

        call(CC, "-c", str(HERE / "trace.c"))
        call(ARAUTO, "fc", *options, "-c", str(HERE / "order.f90"))
        call("gfortran", "order.o", "trace.o", "-o", "order")
        return call("./order").splitlines()

    def check(self, *options: str) -> None:
        with tempfile.TemporaryDirectory() as folder:
            lines = self.run_program(folder, *options)
        cases: dict[str, list[str]] = {}
        for line in lines:
            if line in WANTED:
                current = cases.setdefault(line, [])
            elif cases:
                current.append(line)
        self.assertEqual(cases.keys(), WANTED.keys())
        for name, (outer, count) in WANTED.items():
            with self.subTest(name, options=options):
                hints = [i for i, line in enumerate(cases[name]) if line.startswith("hint")]
                after = [cases[name][i + 1] for i in hints]
                self.assertEqual(after, [INNER] * (count - 1) + [outer])
                self.assertEqual(cases[name][-1], outer)

    def test_without_optimisation(self) -> None:
        self.check("-O0")

    def test_with_optimisation(self) -> None:
        for options in (["-O1"], ["-O2"], ["-O3"], ["-Os"]):
            self.check(*options)

    def test_with_elimination_of_functions(self) -> None:
        self.check("-O2", "-ffrontend-optimize", "-faggressive-function-elimination")

    def test_with_checks(self) -> None:
        self.check("-O0", "-g", "-fcheck=all", "-fdefault-integer-8")


if __name__ == "__main__":
    CC = sys.argv.pop()
    ARAUTO = sys.argv.pop()
    unittest.main()
