# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The hand-over between the two processes of a batch: what is measured, and which batches count."""

from __future__ import annotations

import sys
import tempfile
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "bench"))

import bench_pairs  # noqa: E402
import bench_programs  # noqa: E402
import bench_records  # noqa: E402

PROGRAM = """#include "arauto/arauto.h"
#include <stdio.h>
int main(void) {
    if (arauto_init() < 0) return 1;
    if (arauto_rank() == 0) puts("sync_all 0 100.0");
    return 0;
}
"""
KEY = ("sync_all", 0)


def batch(value: float, before: float, after: float, via: str = "") -> dict[tuple[str, int], float]:
    """As a program prints it."""
    pair = {(f"pair/before{via}", 8): before, (f"pair/after{via}", 8): after}
    return {KEY: value} | pair


class Batches(unittest.TestCase):
    def setUp(self) -> None:
        self.series = bench_records.Series()
        self.settled = bench_pairs.Settled(self.series.add)

    def test_the_ratio_is_that_of_each_batch(self) -> None:
        for value, handover in ((100.0, 50.0), (330.0, 110.0), (60.0, 30.0)):
            self.settled.take(batch(value, handover, handover))
        floor = bench_records.Series()
        floor.add({("flag_handover", 8): 1000.0})  # of other processes
        row = bench_records.records(2, floor, {"arauto": self.series})[0]
        self.assertEqual((row["ours"], row["floor"], row["ratio"]), (100.0, 50.0, 2.0))
        self.assertEqual(row["floor_best"], 30.0)

    def test_a_batch_during_which_it_moved_is_dropped(self) -> None:
        self.settled.take(batch(100.0, 50.0, 62.0))
        self.settled.take(batch(300.0, 62.0, 270.0))
        self.settled.take(batch(90.0, 62.0, 50.0))
        self.settled.finish()
        self.assertEqual(self.series.values, {KEY: [100.0, 90.0]})
        self.assertEqual((self.settled.kept, self.settled.dropped), (2, 1))

    def test_of_a_program_that_never_settles_the_best_batch_is_kept(self) -> None:
        self.settled.take(batch(300.0, 60.0, 270.0))
        self.settled.take(batch(200.0, 160.0, 100.0))
        self.settled.take(batch(100.0, 60.0, 29.0))
        self.settled.finish()
        self.assertEqual(self.series.values, {KEY: [200.0]})
        self.assertEqual(self.series.handovers, {KEY: [130.0]})
        self.assertEqual(self.settled.dropped, 2)

    def test_a_program_that_measures_none_counts_whole(self) -> None:
        self.settled.take({KEY: 100.0})
        self.settled.finish()
        self.assertEqual(self.series.values, {KEY: [100.0]})
        self.assertEqual(self.series.handovers, {})

    def test_the_way_that_a_program_does_it_is_no_part_of_the_pair(self) -> None:
        values = batch(100.0, 50.0, 60.0, via="/lto")
        self.assertEqual(bench_pairs.take_handover(values), bench_pairs.Handover(50.0, 60.0))
        self.assertEqual(values, {KEY: 100.0})


class Program(unittest.TestCase):
    def test_two_processes_measure_what_they_take(self) -> None:
        arauto = bench_programs.command()
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "program.c"
            source.write_text(PROGRAM)
            peer = bench_programs.Peer(
                "arauto",
                [arauto, "cc", "-O2"],
                [arauto, "run", "-n"],
                [source],
                [str(bench_pairs.object_file())],
            )
            peer.prepare()
            self.assertEqual(peer.absent, "")
            values = bench_pairs.batch_of(peer, 2, [], 60)
            handover = bench_pairs.take_handover(values)
            self.assertIsNotNone(handover)
            self.assertGreater(min(handover.before, handover.after), 1.0)
            self.assertEqual(values, {KEY: 100.0})
            alone = bench_pairs.batch_of(peer, 1, [], 60)
            self.assertEqual(alone, {KEY: 100.0})


if __name__ == "__main__":
    unittest.main()
