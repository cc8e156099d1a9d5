# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The benchmark of nonblocking epochs runs, checks its data and prints the expected cases."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

BENCH = Path(__file__).resolve().parents[2] / "bench"
sys.path.insert(0, str(BENCH))

import bench_epochs  # noqa: E402  (it lies beside the driver)
import bench_figures  # noqa: E402
import bench_mpis  # noqa: E402


class Records(unittest.TestCase):
    def test_the_part_of_the_delay_that_came_through(self) -> None:
        values = {
            "late_post/blocking_ideal": [20.0],
            "late_post/blocking": [1020.0],
            "late_post/nonblocking_ideal": [1.0],
            "late_post/nonblocking": [6.0, 6.0, 100.0],
        }
        case = bench_epochs.Case("patterns", 2, [], {"arauto": values})
        (row,) = case.records()
        self.assertEqual(row["name"], "late_post")
        self.assertAlmostEqual(row["propagated"], 0.005)
        self.assertAlmostEqual(row["propagated_blocking"], 1.0)
        self.assertEqual((row["ours"], row["ours_best"], row["ideal"]), (6.0, 6.0, 1.0))

    def test_a_peer_stands_beside_ours_in_its_blocking_form(self) -> None:
        values = {
            "arauto": {"lu/blocking": [0.2], "lu/blocking_early": [0.15], "lu/nonblocking": [0.1]},
            "openmpi": {"lu/blocking": [0.3]},
        }
        (row,) = bench_epochs.Case("lu", 2, [], values).records()
        self.assertEqual((row["unit"], row["ours"], row["floor"]), ("ms", 100.0, 200.0))
        self.assertEqual(row["peers"], {"openmpi": 300.0})

    def test_an_mpi_program_with_the_library_has_all_forms(self) -> None:
        forms = {"blocking_ideal": 20, "blocking": 1020, "nonblocking_ideal": 2, "nonblocking": 12}
        ours = {f"late_post/{form}": [float(value)] for form, value in forms.items()}
        values = {
            "arauto": ours,
            "arauto on mpich": ours,
            "mpich": {"late_post/blocking": [1100.0]},
        }
        (row,) = bench_epochs.Case("patterns", 2, [], values).records()
        self.assertEqual(row["peers"], {"mpich": 1100.0})
        (mpi,) = row["by_mpi"].items()
        self.assertEqual(mpi[0], "mpich")
        self.assertEqual((mpi[1]["blocking"], mpi[1]["nonblocking"]), (1020.0, 12.0))
        self.assertAlmostEqual(mpi[1]["propagated"], 0.01)
        lines = bench_figures.table([row]).splitlines()
        self.assertEqual(len(lines), 3)
        self.assertIn("MPIX on mpich", lines[2])


class Run(unittest.TestCase):
    def test_a_quick_run_gives_every_case_and_form(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "figures.json"
            words = ["epochs", "--quick", "--rounds", "1", "--json", str(file)]
            driver = [sys.executable, str(BENCH / "arauto_bench.py"), *words]
            subprocess.run(driver, check=True, stdout=subprocess.DEVNULL, timeout=600)
            rows = {row["name"]: row for row in json.loads(file.read_text())}
        self.assertEqual(set(rows), set(bench_epochs.NAMES))
        for name, row in rows.items():
            forms = ["blocking", "nonblocking"]
            forms += ["flagged"] if name in (*bench_epochs.FLAGGED, "transactions") else []
            for form in forms:
                self.assertGreater(row[form], 0, f"{name}, {form}")
            if name not in bench_epochs.UNITS:
                self.assertGreaterEqual(row["propagated"], 0, name)
            for mpi in bench_mpis.mpis_here():
                if not mpi.library().exists():
                    continue
                for form in forms:
                    value = row["by_mpi"][mpi.name][form]
                    self.assertGreater(value, 0, f"{name}, {form}, {mpi.name}")


if __name__ == "__main__":
    unittest.main()
