# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests bench_rma: fitting the cost models, building the rows, and quick runs on each installed
MPI. Asserts no speed.

In the gate (ARAUTO_TEST_TIER=gate) what grows is measured on 3 processes alone."""

from __future__ import annotations

import argparse
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

BENCH = Path(__file__).resolve().parents[2] / "bench"
sys.path.insert(0, str(BENCH))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import bench_figures  # noqa: E402
import bench_models  # noqa: E402
import bench_mpis  # noqa: E402
import bench_programs  # noqa: E402
import bench_records  # noqa: E402
import bench_rma  # noqa: E402
from tier import IS_GATE  # noqa: E402

WANTED = {
    "rma_put_flush", "rma_fence", "rma_pscw", "rma_lock_unlock", "rma_notified_put", "rma_acc",
    "rma_fop", "rma_cas", "rma_get_flush", "rma_put_rate", "rma_flush", "rma_sync", "rma_overlap",
    "rma_rput_wait", "rma_lock_contended", "rma_message", "rma_match_unexpected",
}  # fmt: skip
SIZES = {8, 64, 512, 4096, 32768, 262144, 1048576}


def series_of(**values: float) -> bench_records.Series:
    series = bench_records.Series()
    series.add({(name, 8): value for name, value in values.items()})
    return series


def row_of(name: str, images: int, ours: float, **more: object) -> bench_records.Record:
    return {"name": name, "bytes": 0, "images": images, "ours": ours, "peers": {}} | more


class Fits(unittest.TestCase):
    def test_a_line_is_found(self) -> None:
        constant, slope = bench_models.fit([(1, 5.0), (2, 7.0), (3, 9.0)])
        self.assertAlmostEqual(constant, 3.0)
        self.assertAlmostEqual(slope, 2.0)

    def test_small_values_count_as_much_as_large_ones(self) -> None:
        constant, _ = bench_models.fit([(0, 50.0), (1, 51.0), (1e6, 1.2e6), (2e6, 1.9e6)])
        self.assertAlmostEqual(constant, 50, delta=5)

    def test_one_abscissa_gives_a_constant(self) -> None:
        self.assertEqual(bench_models.fit([(2, 4.0), (2, 4.0)]), (4.0, 0.0))

    def test_rows_get_their_model_and_fompis_stands_beside_it(self) -> None:
        rows = [row_of("rma_fence", p, 100.0 * math.log2(p)) for p in (2, 4, 8)]
        rows[0]["peers"] = {"mpich": 400.0}
        bench_models.attach_fits(rows)
        model = rows[0]["model"]
        self.assertAlmostEqual(model["ours"][1], 100.0)
        self.assertEqual((model["paper"], model["peers"]), ((0, 2900), {"mpich": (400.0, 0.0)}))
        text = bench_models.report(rows)
        self.assertIn("2,900 log2 p", text)
        self.assertEqual(len(text.splitlines()), 2)

    def test_neighbours_are_counted_at_the_largest_number_of_processes(self) -> None:
        rows = [row_of("rma_pscw_post", 2, 9e9, via="k1")]
        rows += [row_of("rma_pscw_post", 8, 10.0 * k, via=f"k{k}") for k in (1, 2, 4)]
        bench_models.attach_fits(rows)
        self.assertNotIn("model", rows[0])
        self.assertAlmostEqual(rows[1]["model"]["ours"][1], 10.0)

    def test_without_rows_of_a_model_nothing_is_said(self) -> None:
        self.assertEqual(bench_models.report([row_of("startup", 2, 1.0)]), "")


class Records(unittest.TestCase):
    def test_peers_are_compared_in_the_same_way_of_doing_it(self) -> None:
        peer = series_of(**{"rma_lock_unlock/shared": 5.0, "rma_notified_put": 7.0})
        of = bench_records.key_of_peer
        self.assertEqual(of(("rma_lock_unlock/shared", 8), peer), ("rma_lock_unlock/shared", 8))
        self.assertEqual(of(("rma_notified_put/tag", 8), peer), ("rma_notified_put", 8))
        self.assertIsNone(of(("rma_lock_unlock/all", 8), peer))

    def test_ours_is_the_better_mpi_by_all_cases(self) -> None:
        measured = {
            "arauto on openmpi": series_of(rma_fop=50.0, rma_fence=150.0),
            "arauto on mpich": series_of(rma_fop=40.0, rma_fence=160.0),
            "mpich": series_of(rma_fop=900.0),
        }
        self.assertEqual(bench_rma.best_mpi(measured), "mpich")
        floor = series_of(flag_handover=100.0, xadd=5.0)
        rows = bench_rma.rows_of(2, floor, measured, "mpich")
        fop = next(row for row in rows if row["name"] == "rma_fop")
        self.assertEqual((fop["ours"], fop["ours_on"]), (40.0, "mpich"))
        self.assertEqual(fop["ours_by_mpi"], {"openmpi": 50.0, "mpich": 40.0})
        self.assertEqual(fop["peers"], {"mpich": 900.0})
        titles = bench_figures.table(rows).splitlines()[0]
        self.assertIn("on openmpi", titles)

    def test_what_a_program_printed_before_it_failed_counts(self) -> None:
        words = ["sh", "-c", "echo rma_fence 0 5; echo rank 1 of 2: wrong; exit 3"]
        with self.assertRaisesRegex(bench_programs.Failed, "rank 1 of 2: wrong") as caught:
            bench_programs.run(words, 10)
        self.assertEqual(bench_programs.parse(caught.exception.output), {("rma_fence", 0): 5.0})

    def test_many_elements_stand_above_a_copy(self) -> None:
        below = bench_records.floor_key(("rma_acc/sum", 4096), 2)
        self.assertEqual(below, ("copy", 4096))
        below = bench_records.floor_key(("rma_acc/sum", 8), 2)
        self.assertEqual(below[0], "xadd")

    def test_the_numbers_of_processes(self) -> None:
        cores = bench_programs.cores()
        quick = bench_rma.counts_of(argparse.Namespace(quick=True))
        self.assertEqual((quick[0], quick[-1]), (2, 2 * cores))
        whole = bench_rma.counts_of(argparse.Namespace(quick=False))
        self.assertEqual(whole[0], 2)
        self.assertTrue(2 * cores < whole[-1] <= 4 * cores)


def mpis_here() -> list[bench_mpis.Mpi]:
    return [
        mpi
        for mpi in bench_mpis.mpis_here()
        if mpi.library().exists() and shutil.which(mpi.launcher[0])
    ]


def run_driver(*words: str, **environment: str) -> tuple[str, list[dict[str, object]]]:
    """The driver's output, and the records that it writes."""
    with tempfile.TemporaryDirectory() as folder:
        figures = Path(folder) / "figures.json"
        script = [sys.executable, str(BENCH / "arauto_bench.py"), "rma", "--quick"]
        words = (*words, "--rounds", "1", "--json", str(figures))
        done = subprocess.run(
            [*script, *words],
            check=True,
            timeout=600,
            text=True,
            capture_output=True,
            env=os.environ | environment,
        )
        return done.stdout + done.stderr, json.loads(figures.read_text())


class Mpis(unittest.TestCase):
    def test_a_launcher_is_the_sibling_of_its_wrapper(self) -> None:
        of = bench_mpis.launcher_of
        self.assertEqual(of("mpicc.mpich", "mpich"), ["mpirun.mpich"])
        self.assertEqual(of("/opt/mpi/bin/mpicc_abi", "abi"), ["/opt/mpi/bin/mpirun"])
        self.assertEqual(of("mpicc", "openmpi")[:2], ["mpirun", "--oversubscribe"])

    def test_what_is_no_wrapper_is_left_out(self) -> None:
        self.assertIsNone(bench_mpis.mpi_of("mpicc.that_nobody_has"))
        self.assertIsNone(bench_mpis.mpi_of("true"))


class Run(unittest.TestCase):
    def test_without_a_library_of_ours_one_sentence_is_said(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            text, rows = run_driver("--no-peers", ARAUTO=f"{folder}/bin/arauto")
        self.assertIn("nothing to measure", text)
        self.assertEqual(rows, [])

    @unittest.skipUnless(mpis_here(), "no MPI with a library of ours is here")
    def test_two_processes_give_every_case_beside_the_bare_mpi(self) -> None:
        text, rows = run_driver("--images", "2")
        names = {mpi.name for mpi in mpis_here()}
        self.assertLessEqual(WANTED, {row["name"] for row in rows})
        for row in rows:
            self.assertTrue(math.isfinite(row["ours"]), row)
            if row["name"].startswith("rma_"):
                self.assertIn(row["ours_on"], names)
                self.assertEqual(row["ours"], row["ours_by_mpi"][row["ours_on"]])
        put = {row["bytes"]: row for row in rows if row["name"] == "rma_put_flush"}
        self.assertEqual(set(put), SIZES)
        self.assertLessEqual(set(put[8]["peers"]), names)
        self.assertTrue(put[8]["peers"])
        ways = {row.get("via") for row in rows if row["name"] == "rma_lock_unlock"}
        self.assertEqual(ways, {"exclusive", "shared", "all"})
        added = {
            row["bytes"] for row in rows if (row["name"], row.get("via")) == ("rma_acc", "both")
        }
        self.assertEqual(added, {8192, 32768, 65536})
        self.assertIn("foMPI's paper", text)

    @unittest.skipUnless(mpis_here(), "no MPI with a library of ours is here")
    def test_more_processes_give_what_grows(self) -> None:
        neighbours_of = {3: "k2"} if IS_GATE else {3: "k2", 5: "k4"}
        _, rows = run_driver("--images", ",".join(map(str, neighbours_of)), "--no-peers")
        kinds = {(row["name"], row.get("via"), row["images"]) for row in rows}
        for images, neighbours in neighbours_of.items():
            self.assertIn(("rma_fence", None, images), kinds)
            self.assertIn(("rma_pscw", neighbours, images), kinds)
            self.assertIn(("rma_lock_contended", None, images), kinds)


class Verification(unittest.TestCase):
    """The measuring loops must notice what did not arrive."""

    def assert_found(self, source: str, right: str, wrong: str) -> None:
        peer = bench_rma.with_ours(mpis_here()[0])
        with tempfile.TemporaryDirectory() as folder:
            copy = shutil.copytree(BENCH / "rma", Path(folder) / "rma")
            text = (copy / source).read_text()
            self.assertIn(right, text)
            (copy / source).write_text(text.replace(right, wrong))
            peer.sources = sorted(copy.glob("*.c"))
            peer.prepare()
            self.assertEqual(peer.absent, "")
            with self.assertRaisesRegex(bench_programs.Failed, "exit status") as caught:
                peer.output(2, ["0.001", "64"], 60)
            self.assertRegex(caught.exception.output, "rank [01] of 2: .* is .*, not ")

    @unittest.skipUnless(mpis_here(), "no MPI with a library of ours is here")
    def test_wrong_values_are_found(self) -> None:
        put = "put({}, bytes);\n        MPI_Win_flush"
        self.assert_found("rma_data.c", put.format("i"), put.format("i / 2"))
        self.assert_found("rma_sync.c", "++value;", "value += 2;")


if __name__ == "__main__":
    unittest.main(verbosity=2)
