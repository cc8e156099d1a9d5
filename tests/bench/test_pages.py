# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The generator of performance pages. house.performance checks that the pages are fresh."""

from __future__ import annotations

import argparse
import copy
import json
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock
from xml.etree import ElementTree

TOP = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "bench"))

import arauto_bench  # noqa: E402
import bench_about  # noqa: E402
import page_plots  # noqa: E402
import pages  # noqa: E402

PLOT = {
    "picture": "x", "title": "Times", "unit": "ns", "log": True, "rows": [1, 2], "bars": [2, 3],
    "floor": 4, "alt": "Bars",
}  # fmt: skip
RECORD = {
    "about": {"machine": "of two cores"},
    "rows": [
        {"name": "put", "bytes": 8, "ours": 12.0, "floor": 10, "peers": {"mpich": 1793.4}},
        {"name": "lock", "bytes": 0, "ours": 43.21, "floor": 13.5, "peers": {}},
        {"name": "put", "bytes": 64, "ours": {"min": 1, "max": 2.5}, "peers": {}},
    ],
    "tables": {
        "times": {
            "columns": [["case"], ["ours", "ours"], ["theirs[^1]", "peers.mpich"],
                        ["floor", "floor"], ["us", "ours", {"times": 0.001, "digits": 2}]],
            "rows": [["`put` & get", {"name": "put", "bytes": 8}], ["lock", {"name": "lock"}],
                     ["long", {"name": "put", "bytes": 64}]],
            "plot": PLOT,
        },
        "sizes": {
            "columns": [["", ""], ["8", "ours", {"where": {"bytes": 8}}],
                        ["64", "ours", {"where": {"bytes": 64}}]],
            "rows": [["put", {"name": "put"}], ["theirs", {"name": "put"}, "peers.mpich"]],
        },
    },
}  # fmt: skip
TABLE = [
    "| case | ours | theirs[^1] | floor | us |",
    "|---|---|---|---|---|",
    "| `put` & get | 12 | 1,793 | 10 | 0.012 |",
    "| lock | 43.2 |  | 13.5 | 0.043 |",
    "| long | 1 to 2.5 |  |  | 0.001 to 0.0025 |",
]
PAGE = "# Times\n\n<!-- record t times -->\nold\n<!-- end of record -->\n\nText.\n"


class Pages(unittest.TestCase):
    def test_no_number_is_written_as_a_power(self) -> None:
        for value, digits, text in (
            (99.4, 2, "99"),
            (99.6, 2, "100"),
            (101.2, 2, "101"),
            (999.4, 3, "999"),
            (999.7, 3, "1,000"),
            (43.21, 3, "43.2"),
        ):
            self.assertEqual(pages.text_of(value, digits), text)

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.docs = Path(folder.name)
        (self.docs / "records").mkdir()
        (self.docs / "times.md").write_text(PAGE)
        self.write(RECORD)
        for name, path in (("DOCS", ""), ("RECORDS", "records"), ("PICTURES", "")):
            patch = mock.patch.object(pages, name, self.docs / path)
            patch.start()
            self.addCleanup(patch.stop)
        top = mock.patch.object(pages, "TOP", self.docs)
        top.start()
        self.addCleanup(top.stop)

    def write(self, record: pages.Json) -> None:
        (self.docs / "records" / "t.json").write_text(pages.dumped(record))

    def run_with(self, *words: str) -> int:
        with mock.patch.object(sys, "argv", ["pages.py", *words]):
            return pages.main()

    def test_a_table_shows_the_rows_that_it_selects(self) -> None:
        self.assertEqual(pages.lines_of(RECORD, "times"), TABLE)
        self.assertEqual(
            pages.lines_of(RECORD, "sizes")[2:],
            ["| put | 12 | 1 to 2.5 |", "| theirs | 1,793 |  |"],
        )
        self.assertEqual(pages.lines_of(RECORD, "about")[2], "| machine | of two cores |")

    def test_a_table_becomes_groups_of_bars(self) -> None:
        plot = page_plots.plot_of(PLOT, TABLE)
        self.assertEqual(plot.names, ["ours", "theirs"])
        self.assertEqual(plot.groups[0], ("put & get", [12.0, 1793.0], 10.0))
        self.assertEqual(plot.groups[1], ("lock", [43.2, None], 13.5))
        self.assertEqual(len(plot.groups), 2)
        ElementTree.fromstring(page_plots.draw(plot))

    def test_a_stale_page_and_a_stale_picture_are_found(self) -> None:
        self.assertEqual(self.run_with("--check"), 1)
        self.assertEqual(self.run_with(), 0)
        self.assertEqual(self.run_with("--check"), 0)
        self.assertIn("| lock | 43.2 | | 13.5 |", (self.docs / "times.md").read_text())
        (self.docs / "x.svg").write_text("")
        self.assertEqual(self.run_with("--check"), 1)

    def test_a_row_that_was_not_measured_and_one_of_two_values_are_faults(self) -> None:
        for index, key, value in ((1, "name", "unlock"), (2, "bytes", 8)):
            record = copy.deepcopy(RECORD)
            record["rows"][index][key] = value
            with self.assertRaises(pages.RecordError):
                pages.lines_of(record, "times")
            self.write(record)
            self.assertEqual(self.run_with(), 1)

    def test_a_new_run_keeps_the_tables(self) -> None:
        rows = [{"name": "put", "bytes": 8, "ours": 1.234567, "peers": {}}]
        pages.renew("t", {"machine": "another"}, rows)
        record = pages.load("t")
        self.assertEqual(record["tables"], RECORD["tables"])
        self.assertEqual(record["about"], {"machine": "another"})
        self.assertEqual(record["rows"][0]["ours"], 1.235)
        self.assertTrue(pages.renew("new", {}, rows).exists())

    def test_one_command_measures_and_records(self) -> None:
        times = {"ours": 131.25, "ours_best": 126.0, "floor": 159.0, "ratio": 0.8, "peers": {}}
        row = {"name": "sync_all", "bytes": 0, "images": 2, "unit": "ns", "floor_name": "c"} | times
        with mock.patch.dict(arauto_bench.GROUPS, {"pt2pt": [lambda _: [row]]}):
            self.assertEqual(arauto_bench.main(["pt2pt", "--record", "t"]), 0)
            self.assertEqual(arauto_bench.main(["--record"]), 0)
        self.assertEqual(pages.load("t")["rows"][0]["ours"], 131.2)
        self.assertEqual(pages.load("t")["tables"], RECORD["tables"])
        self.assertEqual(pages.load("pt2pt")["about"]["command"], "`arauto bench --record`")

    def test_records_are_written_as_they_are_committed(self) -> None:
        for path in (TOP / "docs" / "performance" / "records").glob("*.json"):
            text = path.read_text()
            self.assertEqual(pages.dumped(json.loads(text)) + "\n", text, path.name)

    def test_a_run_says_on_what_it_measured(self) -> None:
        about = bench_about.about(["pt2pt"], argparse.Namespace(rounds=3), 0.25)
        self.assertIn("cores", about["machine"])
        self.assertEqual(about["command"], "`arauto bench pt2pt`")
        self.assertRegex(about["date"], r"^\d{4}-\d\d-\d\d$")
        self.assertRegex(about["load"], "^0.2")


if __name__ == "__main__":
    unittest.main()
