# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The benchmark driver: its pure parts, and quick runs whose figures must be numbers."""

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
from unittest import mock

BENCH = Path(__file__).resolve().parents[2] / "bench"
sys.path.insert(0, str(BENCH))

import arauto_bench  # noqa: E402
import bench_about  # noqa: E402
import bench_figures  # noqa: E402
import bench_gfortrans  # noqa: E402
import bench_halo_modes  # noqa: E402
import bench_kernels  # noqa: E402
import bench_programs  # noqa: E402
import bench_pt2pt  # noqa: E402
import bench_records  # noqa: E402
import bench_server  # noqa: E402
import bench_translated  # noqa: E402
import kernel_tables  # noqa: E402
import pages  # noqa: E402

CASES = {
    "put_event", "event_post_wait", "sync_images", "sync_all", "atomic_add", "co_sum", "put", "get",
    "strided_put", "vector_put", "lock", "allocate", "flag_handover", "notified_put",
    "notified_get", "notified_put_read", "match_unexpected", "element_get_loop", "element_put_loop",
}  # fmt: skip


GRID = bench_kernels.GRID
VARIANTS = {"sync_images", "events", "attached", "notify", "unsynchronised"}


def series_of(*batches: dict[tuple[str, int], float]) -> bench_records.Series:
    series = bench_records.Series()
    for batch in batches:
        series.add(batch)
    return series


class Pure(unittest.TestCase):
    def test_lines_are_parsed_and_noise_is_passed_over(self) -> None:
        output = "put 8 1.5\nwarning: put 8\nsync_all 0 120.25\n[host] put 8 1\n"
        self.assertEqual(bench_programs.parse(output), {("put", 8): 1.5, ("sync_all", 0): 120.25})

    def test_a_name_may_say_how_it_was_done(self) -> None:
        values = bench_programs.parse("notified_put/event_attach 8 151.5\nnotified put/c 8 1\n")
        self.assertEqual(values, {("notified_put/event_attach", 8): 151.5})
        row = bench_records.what_it_is(("notified_put/c", 8))
        self.assertEqual(row, {"name": "notified_put", "bytes": 8, "via": "c"})
        row = bench_records.what_it_is(("match_unexpected/c", 1000))
        self.assertEqual((row["bytes"], row["unexpected"]), (0, 1000))

    def test_pairs_of_cores_are_as_near_as_the_system_says(self) -> None:
        with tempfile.TemporaryDirectory() as devices:
            for core in range(8):  # two threads a core, four an L3 cache
                folder = Path(devices) / f"cpu{core}"
                (folder / "topology").mkdir(parents=True)
                (folder / "cache/index3").mkdir(parents=True)
                first, half = core // 2 * 2, core // 4 * 4
                siblings = folder / "topology/thread_siblings_list"
                siblings.write_text(f"{first},{first + 1}\n")
                (folder / "cache/index3/shared_cpu_list").write_text(f"{half}-{half + 3}\n")
            whole = bench_about.distances(range(8), Path(devices))
            self.assertEqual(whole, {"a core": 4, "an L3 cache": 8, "no L3 cache": 16})
            self.assertEqual(
                bench_about.distances_in_words(whole),
                "of 28 pairs 16 share no L3 cache, 8 share an L3 cache, 4 share a core; "
                "`taskset` chooses",
            )
            two = bench_about.distances([0, 2], Path(devices))
            self.assertEqual(bench_about.distances_in_words(two), "any two share an L3 cache")
            self.assertEqual(bench_about.distances_in_words(bench_about.distances([5])), "")

    def test_each_row_says_how_many_batches_it_is_of(self) -> None:
        floor = series_of({("flag_handover", 8): 90.0})
        ours = series_of(*({("sync_all", 0): value} for value in (100.0, 130.0, 110.0)))
        row = bench_records.records(2, floor, {"arauto": ours})[0]
        self.assertEqual((row["ours"], row["ours_best"], row["batches"]), (110.0, 100.0, 3))

    def test_a_peer_that_fails_in_a_crowd_is_not_tried_in_larger_ones(self) -> None:
        crowded = bench_programs.Crowded()
        with mock.patch.object(bench_programs, "cores", return_value=2):
            crowded.add("mpich", 2)  # it may have failed by chance
            self.assertFalse(crowded.holds("mpich", 4))
            crowded.add("mpich", 8)
            crowded.add("mpich", 4)
        self.assertEqual(
            [crowded.holds("mpich", processes) for processes in (2, 3, 4, 8)],
            [False, False, True, True],
        )
        self.assertFalse(crowded.holds("openmpi", 8))

    def test_a_message_stands_above_the_hand_over_of_a_copy(self) -> None:
        below = bench_records.floor_key(("notified_put/c", 4096), 2)
        self.assertEqual(below, ("copy_handover", 4096))
        below = bench_records.floor_key(("notified_put/c", 8), 2)
        self.assertEqual(below, ("flag_handover", 8))

    def test_a_loop_over_elements_stands_above_the_local_loop_of_its_program(self) -> None:
        below = bench_records.floor_key(("element_get_loop/lto", 8), 2)
        self.assertEqual(below, ("local_get_loop/lto", 8))
        floor = bench_records.Series()
        batch = {("local_get_loop/lto", 8): 0.5, ("element_get_loop/lto", 8): 1.5}
        left = bench_pt2pt.without_local_loops(batch, floor)
        rows = bench_records.records(2, floor, {"arauto": series_of(left)})[:-1]
        self.assertEqual([(row["name"], row["ratio"]) for row in rows], [("element_get_loop", 3.0)])

    def test_a_program_may_be_one_way_of_several(self) -> None:
        script = ["-c", "print('put 8', 2.5)"]
        peer = bench_programs.Peer("arauto", [], [sys.executable, *script], [], via="gfortran-16")
        peer.program = Path("any")
        self.assertEqual(peer.batch(2, [], 20), {("put/gfortran-16", 8): 2.5})
        series = series_of({("put/gfortran-16", 8): 1.0}, {("put/gfortran-16", 8): 3.0})
        self.assertEqual(series.best(("put/gfortran-16", 8)), 3.0)  # still a rate

    def test_a_library_of_gcc_is_told_how_many_images_to_start(self) -> None:
        words = [*bench_gfortrans.RUN_SHMEM, "3", "printenv", "GFORTRAN_NUM_IMAGES"]
        self.assertEqual(bench_programs.run(words, 20).strip(), "3")

    def test_the_time_of_a_copy_is_known_from_its_rate(self) -> None:
        floor = bench_records.with_copies({("memcpy", 4096): 64.0})
        self.assertEqual(floor[("copy", 4096)], 64.0)

    def test_peers_stand_beside_every_way_of_ours(self) -> None:
        ours, theirs, floor = (bench_records.Series() for _ in range(3))
        ours.add({("notified_put/c", 8): 150.0, ("notified_put/event_attach", 8): 170.0})
        theirs.add({("notified_put", 8): 300.0})
        floor.add({("flag_handover", 8): 100.0})
        rows = bench_records.records(2, floor, {"arauto": ours, "mpich": theirs})[:-1]
        self.assertEqual([row["via"] for row in rows], ["c", "event_attach"])
        self.assertEqual([row["peers"] for row in rows], [{"mpich": 300.0}] * 2)

    def test_what_the_cores_have_worked_is_read(self) -> None:
        statistics = "cpu  100 20 30 5000 7 1 2 900 0 0\ncpu0 1 1 1 1 1 1 1 1 0 0\n"
        self.assertEqual(arauto_bench.busy_ticks(statistics), 153)

    def test_medians_and_best_values(self) -> None:
        series = bench_records.Series()
        for value in (3.0, 1.0, 2.0):
            series.add({("sync_all", 0): value, ("put", 8): value})
        self.assertEqual(series.median(("sync_all", 0)), 2.0)
        self.assertEqual(series.best(("sync_all", 0)), 1.0)  # a time
        self.assertEqual(series.best(("put", 8)), 3.0)  # a rate
        self.assertIsNone(series.median(("get", 8)))

    def test_every_case_has_a_floor(self) -> None:
        for name in bench_records.FLOOR_OF:
            below = bench_records.floor_key((name, 4096), 2)
            self.assertIn(below[0], bench_records.FLOOR_TEXT)
        self.assertEqual(bench_records.floor_key(("sync_all", 0), 8), ("futex_barrier", 8))

    def test_a_table_has_a_line_for_each_record(self) -> None:
        rows = [bench_records.simple_record("startup", 2, "ms", [2.0, 4.0], [1.0])]
        self.assertEqual(len(bench_figures.table(rows).splitlines()), 2)
        self.assertEqual(rows[0]["ratio"], 3.0)

    def test_how_an_operation_was_done_has_a_column_where_it_differs(self) -> None:
        row = bench_records.simple_record("startup", 2, "ms", [2.0], [1.0])
        self.assertNotIn("variant", bench_figures.table([row]))
        titles, line = bench_figures.table([row | {"variant": "events", "size": 64}]).splitlines()
        self.assertIn("variant", titles)
        self.assertIn("events", line)

    def test_the_rate_of_a_kernel_is_read_or_missed(self) -> None:
        self.assertEqual(bench_kernels.rate_in("a warning\nmflops 12.5\n"), 12.5)
        with self.assertRaisesRegex(RuntimeError, "no rate"):
            bench_kernels.rate_in("mflops of it: 12.5\n")

    def test_an_unverified_bound_is_said_to_be_one(self) -> None:
        setting = bench_kernels.Setting(64, 2, {"events": [1.0, 3.0], "unsynchronised": [4.0, 4.0]})
        setting.rates["mpich"] = [1.5]
        events, bound = setting.records(GRID)
        self.assertTrue(events["verified"])
        self.assertEqual(
            (events["ours"], events["ratio"], events["peers"]), (2.0, 0.5, {"mpich": 1.5})
        )
        self.assertFalse(bound["verified"])

    def test_a_kernel_is_shown_by_rates_and_by_parts_of_its_bound(self) -> None:
        setting = bench_kernels.Setting(64, 2, {"events": [1.0, 3.0], "unsynchronised": [4.0, 4.0]})
        setting.rates["mpich"] = [1.0, 1.5]
        rows = setting.records(GRID)
        record = {"rows": rows, "tables": kernel_tables.tables_of(rows)}
        rates, parts = (pages.lines_of(record, name) for name in ("rates_2", "parts_2"))
        self.assertEqual(rates[0], "| Five-point stencil, 2 images, MFlop/s | 64 x 64 |")
        self.assertEqual(rates[2], "| events | 2.0 |")
        self.assertEqual(rates[-1], "| MPI two-sided, MPICH | 1.25 |")
        self.assertEqual(
            [parts[2], parts[-1]], ["| events | 50 |", "| MPI two-sided, MPICH | 31 |"]
        )

    def test_a_suite_that_cannot_be_measured_is_left_out(self) -> None:
        options = arauto_bench.parse_options(["server", "--only", "p2p,epochs", "--images", "2"])
        fails = mock.Mock(side_effect=SystemExit("arauto bench: no compiler"))
        row = {"name": "lu", "bytes": 8, "images": 2, "peers": {}, "unit": "ms", "blocking": 2.0}
        suites = {
            "p2p": (fails, bench_server.full, "PRK p2p"),
            "epochs": (mock.Mock(return_value=[row]), bench_server.full, "Nonblocking epochs"),
        }
        with mock.patch.object(bench_server, "SUITES", suites):
            rows = bench_server.measure_server(options)
            record = {"rows": rows, "tables": bench_server.tables_of(rows)}
        self.assertEqual([row["suite"] for row in rows], ["epochs"])
        self.assertEqual(
            pages.lines_of(record, "epochs_2")[2], "| `lu`, 8 B | ms |  |  | 2.0 |  |  |  |"
        )

    def test_a_server_has_no_other_suites(self) -> None:
        with self.assertRaisesRegex(SystemExit, "no suite apps; it has pt2pt, p2p"):
            bench_server.chosen("p2p,apps")

    def test_a_child_that_hangs_is_ended(self) -> None:
        with self.assertRaisesRegex(RuntimeError, "no answer"):
            bench_programs.run(["sleep", "30"], 0.2)


def figures_of(*words: str) -> list[dict[str, object]]:
    """The records that a quick run of the driver writes."""
    with tempfile.TemporaryDirectory() as folder:
        figures = Path(folder) / "figures.json"
        script = [sys.executable, str(BENCH / "arauto_bench.py")]
        words = (*words, "--quick", "--no-peers", "--rounds", "1", "--json", str(figures))
        subprocess.run([*script, *words], check=True, timeout=600)
        return json.loads(figures.read_text())


class Cache(unittest.TestCase):
    """Where compiled programs are kept."""

    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.prefix = Path(self.folder.name).resolve()

    def cache(self, **more: str) -> Path:
        """With a command that is installed in the folder."""
        known = {k: v for k, v in os.environ.items() if k != "ARAUTO_BENCH_DIR"}
        known |= {"ARAUTO": f"{self.prefix}/bin/arauto", "XDG_CACHE_HOME": f"{self.prefix}/mine"}
        with mock.patch.dict(os.environ, known | more, clear=True):
            return bench_programs.cache()

    def test_an_installed_command_keeps_programs_with_the_user(self) -> None:
        self.assertEqual(self.cache(), self.prefix / "mine" / "arauto" / "bench")

    def test_a_build_folder_keeps_its_own(self) -> None:
        (self.prefix / "CMakeCache.txt").touch()
        self.assertEqual(self.cache(), self.prefix / "bench")

    def test_a_folder_that_cannot_be_made_is_named(self) -> None:
        with self.assertRaisesRegex(SystemExit, "/dev/null/x .* cannot be written: .*BENCH_DIR"):
            self.cache(ARAUTO_BENCH_DIR="/dev/null/x")


class Run(unittest.TestCase):
    def assert_positive(self, record: dict[str, object]) -> None:
        for key in ("ours", "floor", "ratio"):
            self.assertTrue(math.isfinite(record[key]) and record[key] > 0, record)
        self.assertEqual(record["peers"], {})

    def test_a_quick_run_gives_every_case(self) -> None:
        records = figures_of("pt2pt", "--images", "2")
        self.assertEqual({record["name"] for record in records}, CASES)
        ways = {record["via"] for record in records if record["name"] == "notified_put"}
        self.assertEqual(ways, {"c", "fortran_notify", "event_attach"})
        handovers = {record["floor"] for record in records if record["floor_name"] == "c"}
        self.assertGreater(len(handovers), 2, "each program's own pair has its own floor")
        for record in records:
            self.assert_positive(record)

    def test_the_kernels_run_in_every_variant_and_size(self) -> None:
        for name in ("p2p", "grid"):
            records = figures_of(name, "--images", "1,3", "--sizes", "16,33")
            kernel = [record for record in records if record["name"] == name]
            for record in kernel:
                self.assert_positive(record)
                self.assertEqual(record["unit"], "MFlop/s")
                self.assertEqual(record["verified"], record["variant"] != "unsynchronised")
            seen = {(r["variant"], r["size"], r["images"]) for r in kernel}
            by_mpi = {case for case in seen if case[0] in bench_kernels.MPI_VARIANTS}
            seen -= by_mpi  # these need an MPI, and are left out where processes share cores
            variants = {variant for variant, _, _ in seen}
            self.assertEqual(variants, VARIANTS)
            self.assertEqual(len(seen), 4 * len(variants))
            self.assertEqual(len(by_mpi) % len(bench_kernels.MPI_VARIANTS), 0, by_mpi)

    def test_each_mode_of_a_halo_is_measured_at_each_length(self) -> None:
        rows = figures_of("halo_modes")
        cases = {(row["variant"], row["run"]) for row in rows}
        self.assertEqual(len(cases), len(rows))
        self.assertEqual({mode for mode, _ in cases}, {"packed", "stored", "read"})
        self.assertEqual({run for _, run in cases}, {8, 16, 32, 64, 128, 512, 4096})
        for row in rows:
            self.assert_positive(row)
        record = {"rows": rows, "tables": bench_halo_modes.tables_of(rows)}
        self.assertEqual(pages.lines_of(record, "times")[0], "| run | packed | stored | read |")

    def test_a_server_gives_a_record_that_a_page_can_show(self) -> None:
        record = figures_of("server", "--only", "p2p,grid", "--images", "2", "--sizes", "16,33")
        self.assertIn("machine", record["about"])
        cases = [(row["suite"], row["label"], row.get("size")) for row in record["rows"]]
        self.assertEqual(len(set(cases)), len(cases))
        headings = {table["title"] for table in record["tables"].values() if "title" in table}
        self.assertEqual(headings, {"PRK p2p, 2 images", "Five-point stencil, 2 images"})
        for name in record["tables"]:
            self.assertIn("16 x 16 | 33 x 33 |", pages.lines_of(record, name)[0])

    def test_eight_puts_stand_beside_eight_messages(self) -> None:
        options = argparse.Namespace(quick=True, rounds=1, peers=True)
        rows = bench_translated.measure_eight(options)
        own, tables = bench_translated.tables_of_eight(rows)
        self.assertEqual({row["bytes"] for row in own}, {8, 32, 128, 512, 2048, 8192})
        here = {name for name in bench_translated.MPIS if shutil.which(f"mpif90.{name}")}
        for row in own:
            self.assertEqual(set(row["messages"]), here)
            self.assertGreater(row["late"], 0)
        lines = pages.lines_of({"rows": own, "tables": tables}, "eight")
        self.assertEqual(len(lines), 2 + 3 + 2 * len(here))

    def test_the_operations_of_an_application_are_counted(self) -> None:
        found = figures_of("apps", "--counts", "--only", "dsde", "--size", "tiny", "--images", "2")
        rows = {(row["variant"], row["case"]): row for row in found}
        self.assertEqual(len(rows), 9, rows.keys())
        for case in ("8 B", "1 KiB", "particles"):
            tagged, counted = rows["tagged", case], rows["counted", case]
            self.assertGreater(tagged["puts"], 0)
            if case != "particles":
                self.assertEqual(tagged["puts"] % 6, 0, "six messages of a rank in each round")
            self.assertEqual(tagged["notifications"], tagged["puts"])
            self.assertEqual((counted["puts"], counted["notifications"]), (tagged["puts"], 0))
            self.assertEqual(rows["coarrays", case]["puts"], counted["puts"])
            self.assertGreater(tagged["messages"], counted["messages"])
            self.assertGreater(counted["atomics"], 0)


class Verification(unittest.TestCase):
    """A variant that waits for nothing must not pass as verified: the check can fail."""

    def test_a_kernel_without_waiting_is_found_out(self) -> None:
        for kernel, words in ((bench_kernels.P2P, ["64", "64", "50"]), (GRID, ["64", "200"])):
            with tempfile.TemporaryDirectory() as folder:
                *shared, variant = kernel.sources("unsynchronised")
                careless = Path(folder) / f"{kernel.name}_careless.f90"
                text = variant.read_text()
                self.assertIn("verify=.false.", text)
                careless.write_text(text.replace("verify=.false.", "verify=.true."))
                compiler = [bench_programs.command(), "fc", "-O2"]
                program = bench_programs.build([*shared, careless], compiler, [])
                start = [bench_programs.command(), "run", "-n", "4", str(program), *words]
                with self.assertRaisesRegex(RuntimeError, "exit status"):
                    bench_programs.run(start, 60)


if __name__ == "__main__":
    unittest.main()
