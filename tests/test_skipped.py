# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""scripts/skipped.py finds the reason that each kind of test gives, and each test without one."""

from __future__ import annotations

import contextlib
import io
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "scripts"))

import skipped


def report(outputs: dict[str, str], names: list[str]) -> tuple[list[str], str]:
    """The result and the output of skipped.report for the log of tests with these outputs, of which
    CTest calls some skipped."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "Testing/Temporary/LastTest.log")
        log.parent.mkdir(parents=True)
        text = ""
        for number, (name, output) in enumerate(outputs.items(), 1):
            text += f"{number}/{len(outputs)} Testing: {name}\nOutput:\n{output}\n<end of output>\n"
        log.write_text(text)
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            silent = skipped.report(Path(folder), names)
    return silent, printed.getvalue()


class Skipped(unittest.TestCase):
    def test_every_kind_of_reason_is_found(self) -> None:
        outputs = {
            "model.lock": "skipped: spin is not installed",
            "model.board": "skipped: spin is not installed",
            "hosts.Listeners": "skipped test_a (__main__.Listeners.test_a): there is no mpiexec",
            "bench.rma": "test_b (__main__.Rma.test_b) ... skipped 'no MPI is here'",
            "unit.boot": "boot_test.cpp:154: Skipped\nthere are no headers",
        }
        silent, printed = report(outputs, list(outputs))
        self.assertEqual(silent, [])
        self.assertEqual(
            printed.splitlines(),
            [
                "skipped (spin is not installed): model.lock model.board",
                "skipped (there is no mpiexec): hosts.Listeners",
                "skipped (no MPI is here): bench.rma",
                "skipped (there are no headers): unit.boot",
            ],
        )

    def test_a_test_without_a_reason_is_a_failure(self) -> None:
        silent, printed = report({"a": "all well", "b": "nothing to do"}, ["b"])
        self.assertEqual(silent, ["b"])
        self.assertEqual(printed, "b was skipped and does not say why\n")


if __name__ == "__main__":
    unittest.main()
