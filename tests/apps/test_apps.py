# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The driver of the mini-applications: its pure parts, a run of it, the limits of length, and that
a variant that loses a message is found out."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "bench"))

import app_summary  # noqa: E402
import bench_apps  # noqa: E402
import bench_apps_sources  # noqa: E402
import bench_apps_tables  # noqa: E402
import bench_programs  # noqa: E402
import pages  # noqa: E402
from bench_apps import Batch, Setting, Variant  # noqa: E402
from bench_programs import Peer  # noqa: E402

APP = bench_apps.App("toy", "a toy", [], [], "messages", False, 1, {"": []}, [])
SERIAL = Variant("serial", "alone", Peer("serial", [], [], []), True)
OURS = Variant("notify", "arauto", Peer("notify", [], [], []), True)
BOUND = Variant("unsynchronised", "arauto", Peer("unsynchronised", [], [], []), False)
THEIRS = Variant("messages", "mpich", Peer("messages", [], [], []), True)
LINE = "app toy variant notify ranks 2 size tiny digest 00AB seconds 1.5 communication {}\n"


class Pure(unittest.TestCase):
    def test_lines_are_read_and_noise_is_passed_over(self) -> None:
        output = "a warning\n" + LINE.format("-") + LINE.format("0.5")
        found = bench_apps.batches_in(output, "toy", "notify")
        self.assertEqual(found, [Batch("00AB", 1.5, None), Batch("00AB", 1.5, 0.5)])
        with self.assertRaisesRegex(RuntimeError, "no batch"):
            bench_apps.batches_in(output, "toy", "events")

    def test_another_digest_ends_the_run_but_for_the_bound(self) -> None:
        setting = Setting(APP, "", "tiny", 2)
        setting.compare(SERIAL, [Batch("00AB", 1.0, None)])
        setting.compare(BOUND, [Batch("00AC", 1.0, None)])
        with self.assertRaisesRegex(bench_apps.Unequal, "notify .* 00AC, .* 00AB"):
            setting.compare(OURS, [Batch("00AB", 1.0, None), Batch("00AC", 1.0, None)])

    def rows(self) -> list[dict[str, object]]:
        setting = Setting(APP, "", "tiny", 2)
        for variant, seconds in ((SERIAL, 1.0), (THEIRS, 2.0), (OURS, 3.0), (BOUND, 1.5)):
            key = (variant.name, variant.on)
            setting.measured[key] = [[Batch("00AB", seconds + i, None)] for i in (0, 2, -0.5)]
        return setting.records([SERIAL, THEIRS, OURS, BOUND], ["mpich", "openmpi"])

    def test_a_record_has_medians_and_the_ratio_to_two_sided_messages(self) -> None:
        serial, _, ours, _ = self.rows()
        self.assertEqual((ours["ours"], ours["ours_best"], ours["ratio"]), (3000.0, 2500.0, 2.0))
        self.assertEqual((ours["ratios"], ours["is_ours"]), ({"mpich": 1.5}, True))
        self.assertFalse(serial["is_ours"])

    def test_losses_are_printed(self) -> None:
        text = bench_apps_tables.table(self.rows())
        self.assertIn("loss: toy, size tiny, 2 ranks: notify on arauto takes 1.50", text)
        self.assertEqual(text.count("loss:"), 1)

    def test_pages_show_what_was_recorded(self) -> None:
        rows = self.rows()
        record = {"rows": rows, "tables": bench_apps_tables.tables_of(rows)}
        self.assertIn("| `notify`, Arauto | 1.5 |", pages.lines_of(record, "ratios"))
        self.assertIn("| `messages`, MPICH | 2,000 (1,500) |", pages.lines_of(record, "times"))
        self.assertIn("| size tiny, 2 ranks | 00AB |", pages.lines_of(record, "digests"))
        plot = pages.plot_of(record["tables"]["times"]["plot"], pages.lines_of(record, "times"))
        self.assertEqual(plot.groups[1], ("messages, MPICH", [2000.0], None))

    def test_the_summary_compares_with_the_faster_mpi(self) -> None:
        rows = self.rows()
        for row in rows:
            row["peers"] = {"mpich": 2000.0, "openmpi": 1000.0}
            row["ratios"] = {"mpich": row["ours"] / 2000, "openmpi": row["ours"] / 1000}
        halo = rows[2] | {"variant": "halo", "ratios": {"mpich": 0.6, "openmpi": 1.2}}
        theirs = rows[2] | {"on": "OpenCoarrays on mpich", "ours": 3000.0}
        record = app_summary.summary([*rows, halo, theirs])
        self.assertEqual(
            pages.lines_of(record, "relative")[2:],
            ["| toy, size tiny, 2 ranks | 1.2 |  |  | 2.0 | 3.0 | 1.5 |"],
        )
        self.assertEqual(app_summary.summary([row | {"peers": {}} for row in rows])["rows"], [])

    def test_what_the_papers_draw_is_made_of_the_same_rows(self) -> None:
        """A serial run of 1 s, messages of 2.0, and ways of 3.0, 1.5 and, for SYNC ALL, 6.0."""
        rows = self.rows()
        all_ = rows[2] | {"variant": "sync_all", "ours": 6000.0}
        fast = {"peers": {"mpich": 2000.0, "openmpi": 4000.0}, "size": "M", "communication": 250.0}
        rows = [row | fast for row in (*rows, all_)]
        lines = pages.lines_of(app_summary.speedups(rows), "speedup")
        title = "| toy, size M, 2 ranks |"
        self.assertEqual(lines[2:], [f"{title} 0.5 | 0.333 |  | 0.167 | 0.667 |"])
        lines = pages.lines_of(app_summary.gains(rows), "gain")
        self.assertEqual(lines[2:], ["| size M, 2 ranks |  |  | 0.5 |  | 0.333 | 0.25 |"])
        record = app_summary.all_parts(rows)
        lines = pages.lines_of(record, "parts")
        self.assertEqual(lines[4], "| `notify`, Arauto, size M, 2 ranks | 2,750 | 250 |")
        plot = pages.plot_of(record["tables"]["parts"]["plot"], lines)
        self.assertEqual((plot.is_stacked, max(plot.values())), (True, 6000.0))
        self.assertIn(">6,000</text>", pages.draw(plot))


class Sources(unittest.TestCase):
    """How long the sources are."""

    def lengths(self, name: str, text: str) -> tuple[int, int, int]:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / name
            path.write_text(text, encoding="utf-8")
            return bench_apps_sources.lengths_of([path])

    def test_comments_and_blank_space_do_not_count(self) -> None:
        text = "! a head\n\nprint *, '! no' ! a comment\ncall one(a, &\n  b)\n"
        self.assertEqual(self.lengths("a.f90", text), (25, 2, 3))
        text = '/* a\n   head */\nchar *a = "// no"; // a comment\nif (b) { c(); }\n'
        self.assertEqual(self.lengths("a.c", text), (25, 3, 2))

    def test_the_kernel_and_generated_modules_are_left_out(self) -> None:
        app = bench_apps.load("jacobi3d")
        entry = next(each for each in app.variants if each["name"] == "mpi_notify")
        found = [path.name for path in bench_apps_sources.sources_of(app, entry)]
        self.assertEqual(found, ["jacobi3d_ranks.f90", "jacobi3d_mpi_notify.f90"])


class Folders(unittest.TestCase):
    def test_kernels_and_variants_are_short_and_there(self) -> None:
        for name in bench_apps.names():
            app = bench_apps.load(name)
            self.assertEqual(app.variants[0]["name"], "serial")
            self.assertIn(app.reference, {entry["name"] for entry in app.variants})
            for variant in bench_apps.variants(app, []):
                for source in variant.peer.sources:
                    limit = 500 if "_kernel" in source.name else 120
                    lines = len(source.read_text(encoding="utf-8").splitlines())
                    self.assertLessEqual(lines, limit, source)


class Run(unittest.TestCase):
    def test_a_run_gives_every_variant_on_every_count(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            figures = Path(folder) / "figures.json"
            script = [sys.executable, str(TOP / "bench" / "arauto_bench.py"), "apps"]
            words = ["--only", "dsde", "--size", "tiny", "--rounds", "1", "--no-peers"]
            words += ["--images", "1,3", "--json", str(figures)]
            subprocess.run([*script, *words], check=True, timeout=240)
            rows = json.loads(figures.read_text())
        seen = {(row["variant"], row["case"], row["images"]) for row in rows}
        app = bench_apps.load("dsde")
        ours = {entry["name"] for entry in app.variants if entry["by"] in ("cc", "fc")}
        self.assertEqual(seen, {(v, case, n) for v in ours for case in app.cases for n in (1, 3)})

    def test_rounds_end_where_time_does(self) -> None:
        self.assertEqual(list(bench_programs.Rounds("toy", 3)), [0, 1, 2])
        self.assertEqual(list(bench_programs.Rounds("toy", 3, 600.0)), [0, 1, 2])
        self.assertEqual(list(bench_programs.Rounds("toy", 3, 0.0)), [0])

    def test_an_app_that_is_not_there_is_named(self) -> None:
        script = [sys.executable, str(TOP / "bench" / "arauto_bench.py"), "apps", "--only", "nix"]
        done = subprocess.run(script, check=False, capture_output=True, text=True, timeout=240)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("nix is none of", done.stderr)


class Verification(unittest.TestCase):
    """A program that leaves something out must not pass as verified: its check can fail."""

    def assert_found_out(
        self, name: str, variant: str, right: str, wrong: str, words: list[str] | None = None
    ) -> None:
        app = bench_apps.load(name)
        peer = next(v for v in bench_apps.variants(app, []) if v.name == variant).peer
        with tempfile.TemporaryDirectory(dir=bench_programs.cache()) as folder:
            text = peer.sources[-1].read_text(encoding="utf-8")
            self.assertIn(right, text)
            careless = Path(folder) / peer.sources[-1].name
            careless.write_text(text.replace(right, wrong), encoding="utf-8")
            peer.compiler += [f"-I{app.folder}"]
            peer.sources[-1] = careless
            peer.prepare()
        self.assertEqual(peer.absent, "")
        with self.assertRaisesRegex(RuntimeError, "exit status"):
            peer.output(2, ["size=tiny", *(words or [])], 60)

    def test_a_message_that_is_not_taken_is_missed(self) -> None:
        right = "dsde_take(exchange, match.tag == parity ? round : round + 1, match.data, sum);"
        wrong = "if (round != 7 || taken[match.tag] % 5 != 0) { " + right + " }"
        self.assert_found_out("dsde", "tagged", right, wrong)

    def test_a_particle_that_stays_behind_is_missed(self) -> None:
        right = "dsde_take(exchange, round, at, sum);"
        wrong = "if (seen[parity] % 50 != 7) { " + right + " }"
        words = ["bytes=64", "mode=particles"]
        self.assert_found_out("dsde", "counted", right, wrong, words)

    def test_a_key_that_is_not_linked_is_missed(self) -> None:
        right = "ARAUTO_ATOMIC_SWAP, taken, &cell.next"
        wrong = "ARAUTO_ATOMIC_ADD, 0, &cell.next"
        self.assert_found_out("hashtable", "atomics", right, wrong)


if __name__ == "__main__":
    unittest.main()
