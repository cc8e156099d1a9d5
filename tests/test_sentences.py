# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests what docs/sentences.py reads out of sources, and what it misses in the catalogue."""

from __future__ import annotations

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "docs"))

import sentences
from sentences import Sentence


def said(source: str) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "src" / "a.cpp"
        path.parent.mkdir()
        path.write_text(source)
        return [each.text for each in sentences.sentences(Path(folder))]


class Sentences(unittest.TestCase):
    def test_a_sentence_over_several_lines_is_one(self) -> None:
        source = 'return fail(ARAUTO_ERR, "%s: the count (%zu) "\n   "is below 0", call, count);'
        self.assertEqual(said(source), ["...: the count (...) is below 0"])

    def test_macros_of_widths_and_quotes_are_filled_in(self) -> None:
        source = 'fail(CODE, "it has %" PRIu64 " of \\"%s\\", which is too much", n, f(")"));'
        self.assertEqual(said(source), ['it has ... of "...", which is too much'])

    def test_errors_and_warnings_of_the_log_count_and_its_gossip_does_not(self) -> None:
        source = (
            'log(LogLevel::warn, "this is a warning");\n'
            'log(LogLevel::debug, "this is no warning at all");\n'
            'print("this is no error sentence");\n'
        )
        self.assertEqual(said(source), ["this is a warning"])

    def test_a_sentence_without_a_row_and_a_row_without_a_sentence_are_found(self) -> None:
        page = "| `the count ... is below` | c | r |\n| `nobody says this` | c | r |\n"
        all_said = [Sentence("x: the count (3) is below 0", "a"), Sentence("a new one", "b")]
        found = sentences.faults(page, all_said)
        self.assertEqual(len(found), 2)
        self.assertIn("b says 'a new one'", found[0])
        self.assertIn("'nobody says this'", found[1])


if __name__ == "__main__":
    unittest.main()
