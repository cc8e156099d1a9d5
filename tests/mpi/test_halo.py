# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The driver of the halo benchmark: its pure parts, a quick run, and that it detects a form that
does not wait. Also that the guide quotes the example correctly."""

from __future__ import annotations

import json
import math
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "bench"))

import bench_figures  # noqa: E402
import bench_halo  # noqa: E402
import bench_programs  # noqa: E402
import halo_tables  # noqa: E402
import pages  # noqa: E402

QUOTE = re.compile(r"```fortran\n(subroutine .*?)```", re.DOTALL)


class Pure(unittest.TestCase):
    def test_grids_are_wider_than_high(self) -> None:
        grids = {ranks: bench_halo.grids_of(ranks) for ranks in (1, 2, 3, 4, 6, 8)}
        self.assertEqual(grids[1], [(1, 1)])
        self.assertEqual(grids[2], [(2, 1), (1, 2)])
        self.assertEqual([grids[n] for n in (3, 4, 6, 8)], [[(3, 1)], [(2, 2)], [(3, 2)], [(4, 2)]])

    def test_bytes_go_to_each_neighbour(self) -> None:
        self.assertEqual(bench_halo.bytes_sent((56, 26, 70), (2, 1), 1), 8 * 70 * 26 * 2)
        self.assertEqual(bench_halo.bytes_sent((28, 52, 70), (1, 2), 2), 8 * 70 * 2 * (52 + 32))

    def test_lines_are_read_and_noise_is_passed_over(self) -> None:
        output = "a warning of six words here\nhalo notify 5 1.5 .5 2.25\nverified notify 00AB\n"
        times, digests = bench_halo.batches_in(output)
        self.assertEqual(times, {("notify", "5"): [(1.5, 0.5, 2.25)]})
        self.assertEqual(digests, {"00AB"})

    def test_a_record_has_the_medians_of_ours_on_an_mpi_and_of_that_mpi_alone(self) -> None:
        setting = bench_halo.Setting((56, 26, 70), (2, 1))
        key = ("notify", "1")
        setting.times["arauto on mpich"] = {key: [(1.0, 1.0, w) for w in (9.0, 2.0, 4.0)]}
        setting.times["mpich"] = {("two_sided", "1"): [(1.0, 1.0, 8.0)]}
        (row,) = setting.records()
        self.assertEqual((row["ours"], row["ours_best"], row["ours_on"]), (4.0, 2.0, "mpich"))
        self.assertEqual((row["peers"], row["peer_variant"]), ({"mpich": 8.0}, "two_sided"))
        self.assertEqual(len(bench_figures.table([row]).splitlines()), 2)

    def measured(self) -> list[dict[str, object]]:
        """Two processes side by side, above each other, and with five values in a strip."""
        found = []
        for size, grid in (((56, 26, 70), (2, 1)), ((28, 52, 70), (1, 2)), ((10, 5, 1), (2, 1))):
            setting = bench_halo.Setting(size, grid)
            ours, bare = {}, {}
            for depth in bench_halo.DEPTHS:
                for form, us in (
                    ("two_sided", 8.0),
                    ("notify_counter", 5.0),
                    ("pscw_created", 20.0),
                ):
                    ours[form, depth] = [(us / 2, us / 4, us * turn) for turn in (1.0, 3.0, 2.0)]
                ours["library", depth] = [
                    (math.nan, math.nan, 4.0 * turn) for turn in (1.0, 3.0, 2.0)
                ]
                bare["two_sided", depth] = [(4.0, 2.5, 9.0)]
            copied = [(math.nan, math.nan, 3.5)]
            copies = {(bench_halo.COPY, depth): copied for depth in bench_halo.DEPTHS}
            setting.times |= {"arauto on mpich": ours, "mpich": bare, bench_halo.COPY: copies}
            found += setting.records()
        return found

    def test_a_form_is_compared_with_messages_counters_and_the_copy(self) -> None:
        row = next(
            row for row in self.measured() if (row["variant"], row["depth"]) == ("library", 1)
        )
        ratios = row["by_mpi"]["mpich"]["ratios"]
        self.assertEqual(ratios, {"messages": 0.5, "counters": 0.8, "copy": 8.0 / 3.5})

    def test_pages_show_both_directions_short_strips_and_ratios(self) -> None:
        shown = {
            name: pages.lines_of({"rows": rows, "tables": tables}, "forms")
            for name, rows, tables in halo_tables.tables_of(self.measured())
        }
        self.assertEqual(list(shown), ["halo", "halo_north_south", "halo_short", "halo_ratios"])
        self.assertIn(
            "| the library `arauto_halo` | 8.0 | 8.0 | 8.0 | 8.0 | 9.0 | 9.0 |", shown["halo"]
        )
        copy = "| one process that copies the strips | 3.5 | 3.5 | 3.5 | 3.5 |  |  |"
        self.assertIn(copy, shown["halo"])
        self.assertIn(
            "| PSCW, a window each time | 5.0 | 5.0 | 5.0 |  | 40 | 40 |", shown["halo_north_south"]
        )
        self.assertIn("| the library `arauto_halo` | 8.0 | 9.0 | 0.5 | 0.8 |", shown["halo_short"])
        self.assertIn("| notified, counters | 0.625 | 0.625 |", shown["halo_ratios"][-2])


class Run(unittest.TestCase):
    def test_a_quick_run_gives_every_form_and_depth(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            figures = Path(folder) / "figures.json"
            script = [sys.executable, str(TOP / "bench" / "arauto_bench.py"), "halo", "--quick"]
            words = ["--rounds", "1", "--images", "1", "--json", str(figures)]
            subprocess.run([*script, *words], check=True, timeout=240)
            rows = json.loads(figures.read_text())
        seen = {(row["variant"], row["depth"]) for row in rows}
        forms = (*bench_halo.FORMS, bench_halo.BOUND, bench_halo.COPY)
        self.assertEqual(seen, {(f, d) for f in forms for d in bench_halo.DEPTHS.values()})
        for row in rows:
            self.assertEqual((row["name"], row["unit"]), ("halo", "us"))
            self.assertTrue(math.isfinite(row["ratio"]) and row["ours"] > 0, row)
            is_floor = row["variant"] in (bench_halo.BOUND, bench_halo.COPY)
            bare = set() if is_floor else set(row["by_mpi"])
            self.assertEqual(set(row["peers"]), bare, row)


class Verification(unittest.TestCase):
    """A form that waits for nobody must not pass as verified: the check can fail."""

    def test_an_exchange_without_waiting_is_found_out(self) -> None:
        mpi, program = next(
            (mpi, found)
            for mpi in bench_halo.MPIS
            for found in bench_programs.prepared(bench_halo.programs_of(mpi, False))
            if not found.absent
        )
        with tempfile.TemporaryDirectory() as folder:
            careless = Path(folder) / "halo.f90"
            text = program.sources[-1].read_text(encoding="utf-8")
            self.assertIn("/= bound", text)
            careless.write_text(text.replace("/= bound", "/= ''"), encoding="utf-8")
            program.sources = [*program.sources[:-1], careless]
            program.prepare()
            words = ["36", "30", "3", "0", "0", bench_halo.BOUND, "0.001", "0"]
            with self.assertRaisesRegex(RuntimeError, "exit status", msg=mpi):
                program.output(4, words, 60)


class Guide(unittest.TestCase):
    def test_the_guide_quotes_the_example(self) -> None:
        guide = (TOP / "docs" / "guide" / "halo.md").read_text(encoding="utf-8")
        example = (TOP / "examples" / "halo_mpi.f90").read_text(encoding="utf-8")
        plain = re.sub(r"^  ", "", example, flags=re.MULTILINE)
        quotes = QUOTE.findall(guide)
        self.assertEqual(len(quotes), 6)
        for quote in quotes:
            self.assertIn(quote, plain)


if __name__ == "__main__":
    unittest.main()
