# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The programs of the tutorial give the serial program's result, digit by digit, on any number of
images; and its page shows them as they are."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
PROGRAMS = TOP / "examples" / "tutorial"
PAGE = TOP / "docs" / "guide" / "tutorial.md"
LISTING = re.compile(r"<!-- (?P<name>\w+\.f90) -->\n```fortran\n(?P<code>.*?)```", re.S)
SHOWN_RESULT = re.compile(r"^temperatures .*$", re.M)
ARAUTO = os.environ["ARAUTO"]


def output_of(words: list[str], folder: str) -> str:
    done = subprocess.run(
        words, check=False, capture_output=True, text=True, timeout=240, cwd=folder
    )
    if done.returncode != 0:
        raise AssertionError(f"{words} ended with {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout


def faults_of(page: str) -> list[str]:
    """Listings that are not a piece of the file that they name; parts left out are `...`."""
    faults = []
    for match in LISTING.finditer(page):
        text, at = (PROGRAMS / match["name"]).read_text(encoding="utf-8"), 0
        for part in re.split(r"^ *\.\.\.\n", match["code"], flags=re.M):
            found = text.find(part, at)
            if found < 0:
                faults.append(f"{match['name']} has no such lines:\n{part}")
                break
            at = found + len(part)
    return faults


class Tutorial(unittest.TestCase):
    def test_each_step_gives_the_result_of_the_serial_program(self) -> None:
        sources = sorted(PROGRAMS.glob("heat*.f90"))
        self.assertEqual(len(sources), 5)
        results = {}
        with tempfile.TemporaryDirectory() as folder:
            for source in sources:
                words = [ARAUTO, "fc", "-O2", "-Wall", "-Werror", str(source), "-o", source.stem]
                output_of(words, folder)
                is_serial = source.stem == "heat1"
                for images in (1,) if is_serial else (1, 2, 3, 5):
                    words = [ARAUTO, "run", "-n", str(images), f"./{source.stem}"]
                    results[source.stem, images] = output_of(words, folder)
        self.assertRegex(results["heat1", 1], r"^temperatures .* \d+\.\d{10} +\d+\.\d{10}\n$")
        for case, result in results.items():
            self.assertEqual(result, results["heat1", 1], case)
        shown = SHOWN_RESULT.findall(PAGE.read_text(encoding="utf-8"))
        self.assertEqual(shown, [results["heat1", 1].strip()])

    def test_the_page_shows_the_programs_as_they_are(self) -> None:
        page = PAGE.read_text(encoding="utf-8")
        self.assertEqual(
            {m["name"] for m in LISTING.finditer(page)}, {p.name for p in PROGRAMS.glob("*.f90")}
        )
        self.assertEqual(faults_of(page), [])

    def test_a_listing_that_differs_is_found(self) -> None:
        lines = "  sync all\n"
        text = "<!-- heat2.f90 -->\n```fortran\n{}```\n"
        self.assertEqual(faults_of(text.format(f"program heat2\n  ...\n{lines}")), [])
        for wrong in ("  sync everything\n", f"{lines}  ...\n  implicit none\n"):
            self.assertEqual(len(faults_of(text.format(wrong))), 1)


if __name__ == "__main__":
    unittest.main()
