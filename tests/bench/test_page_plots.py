# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The plots of the pages are those of their tables, and a table is read as it stands."""

from __future__ import annotations

import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock
from xml.etree import ElementTree

TOP = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "bench"))

import page_plots  # noqa: E402

PAGE = """<!-- plot x.svg | Times | ns | log | rows=1-2 | bars=2,3 | floor=4 -->
| case | ours | theirs[^1] | floor |
|---|---|---|---|
| `put` & get | 12 (1.1 c) | 1,793 | 10 |
| lock | 43 | - | 13.5 |
| left out | 1 | 1 | 1 |
"""


class PagePlots(unittest.TestCase):
    def test_a_table_becomes_groups_of_bars(self) -> None:
        options = "Times | ns | log | rows=1-2 | bars=2,3 | floor=4"
        plot = page_plots.plot_of(options, PAGE.splitlines()[1:])
        self.assertEqual(plot.names, ["ours", "theirs"])
        self.assertEqual(plot.groups[0], ("put & get", [12.0, 1793.0], 10.0))
        self.assertEqual(plot.groups[1], ("lock", [43.0, None], 13.5))
        self.assertEqual(len(plot.groups), 2)
        ElementTree.fromstring(page_plots.draw(plot))

    def test_a_stale_picture_is_found(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            docs = Path(folder) / "docs"
            docs.mkdir()
            page = docs / "a.md"
            page.write_text(PAGE)
            with mock.patch.object(page_plots, "DOCS", docs.resolve()):
                for mode, table, status in (
                    ("--check", PAGE, 1), ("--write", PAGE, 0), ("--check", PAGE, 0),
                    ("--check", PAGE.replace("| 43 |", "| 44 |"), 1),
                ):  # fmt: skip
                    page.write_text(table)
                    with mock.patch.object(sys, "argv", ["page_plots.py", mode]):
                        self.assertEqual(page_plots.main(), status, (mode, table))

    def test_the_pages_have_the_plots_of_their_tables(self) -> None:
        with mock.patch.object(sys, "argv", ["page_plots.py", "--check"]):
            self.assertEqual(page_plots.main(), 0)


if __name__ == "__main__":
    unittest.main()
