# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The benchmark driver: its pure parts, and one quick run whose figures must be numbers."""

from __future__ import annotations

import json
import math
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

BENCH = Path(__file__).resolve().parent.parent / "bench"
sys.path.insert(0, str(BENCH))

import arauto_bench  # noqa: E402

CASES = {
    "put_event", "event_post_wait", "sync_images", "sync_all", "atomic_add", "co_sum", "put", "get",
    "strided_put", "vector_put", "lock", "allocate", "flag_handover",
}  # fmt: skip


class Pure(unittest.TestCase):
    def test_lines_are_parsed_and_noise_is_passed_over(self) -> None:
        output = "put 8 1.5\nwarning: put 8\nsync_all 0 120.25\n[host] put 8 1\n"
        self.assertEqual(arauto_bench.parse(output), {("put", 8): 1.5, ("sync_all", 0): 120.25})

    def test_medians_and_best_values(self) -> None:
        series = arauto_bench.Series()
        for value in (3.0, 1.0, 2.0):
            series.add({("sync_all", 0): value, ("put", 8): value})
        self.assertEqual(series.median(("sync_all", 0)), 2.0)
        self.assertEqual(series.best(("sync_all", 0)), 1.0)  # a time
        self.assertEqual(series.best(("put", 8)), 3.0)  # a rate
        self.assertIsNone(series.median(("get", 8)))

    def test_every_case_has_a_floor(self) -> None:
        for name in arauto_bench.FLOOR_OF:
            below = arauto_bench.floor_key((name, 4096), 2)
            self.assertIn(below[0], arauto_bench.FLOOR_TEXT)
        self.assertEqual(arauto_bench.floor_key(("sync_all", 0), 8), ("futex_barrier", 8))

    def test_a_table_has_a_line_for_each_record(self) -> None:
        rows = [arauto_bench.simple_record("startup", 2, "ms", [2.0, 4.0], [1.0])]
        self.assertEqual(len(arauto_bench.table(rows).splitlines()), 2)
        self.assertEqual(rows[0]["ratio"], 3.0)

    def test_a_child_that_hangs_is_ended(self) -> None:
        with self.assertRaisesRegex(RuntimeError, "no answer"):
            arauto_bench.run(["sleep", "30"], 0.2)


class Run(unittest.TestCase):
    def test_a_quick_run_gives_every_case(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            figures = Path(folder) / "figures.json"
            words = ["pt2pt", "--quick", "--no-peers", "--rounds", "1", "--images", "2"]
            script = [sys.executable, str(BENCH / "arauto_bench.py")]
            subprocess.run([*script, *words, "--json", str(figures)], check=True, timeout=150)
            records = json.loads(figures.read_text())
        self.assertEqual({record["name"] for record in records}, CASES)
        for record in records:
            for key in ("ours", "floor", "ratio"):
                self.assertTrue(math.isfinite(record[key]) and record[key] > 0, record)
            self.assertEqual(record["peers"], {})


if __name__ == "__main__":
    unittest.main()
