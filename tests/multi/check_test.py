# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""`arauto check`, and `--check=race` of `fc` and `cc`: races are found with both lines, ordered
programs are not blamed, and what cannot be checked is said.
"""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path

from checked_programs import ATOMICS, HALO, IN_C, LUCKY, SUMMED, UNWRITTEN, WHOLE
from jobs import ARAUTO, PROGRAM, WATCHDOG_S, Ended, Job, main
from source_lines_test import WithPrograms, line_of

RACES_FOUND = 66
NONE = "arauto: no race was found in this run\n"


class CheckedJobs(WithPrograms):
    """Runs programs by `arauto check`."""

    def check(self, program: str, images: int, *options: str, **settings: str) -> Ended:
        done = subprocess.run(
            [ARAUTO, "check", "-n", str(images), *options, program],
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=WATCHDOG_S,
            env=dict(os.environ) | settings,
            check=False,
        )
        return Ended(done.returncode, done.stdout, done.stderr)

    def halo(self, before: str, behind: str, *words: str) -> tuple[str, str]:
        text = HALO.format(before=before, behind=behind)
        return text, self.compile("heat.f90", text, *words)

    def words(self, command: str, *words: str) -> Ended:
        done = subprocess.run(
            [ARAUTO, command, *words],
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=WATCHDOG_S,
            check=False,
        )
        return Ended(done.returncode, done.stdout, done.stderr)


class Checks(CheckedJobs):
    """Programs with races and without."""

    def test_a_halo_that_is_read_too_soon(self) -> None:
        text, program = self.halo("", "", "--check=race")
        for images in (2, 4):
            ended = self.check(program, images)
            self.assertEqual(ended.status, RACES_FOUND, ended.err)
            self.assertIn("arauto: race on `halo` of image ", ended.err)
            self.assertRegex(
                ended.err,
                rf"image \d writes +heat\.f90:{line_of('PUT', text)} +halo\(1:10\)\[right\]",
            )
            self.assertRegex(
                ended.err, rf"image \d reads +heat\.f90:{line_of('SUM', text)} +s = s \+ sum"
            )

    def test_the_report_names_elements_and_the_last_order(self) -> None:
        _, program = self.halo("", "sync all", "--check=race")
        err = self.check(program, 2).err
        self.assertRegex(err, r"`halo` of image \d, elements 1 to 10 of 8 bytes\n")
        self.assertRegex(err, r"has last heard of image \d at heat\.f90:\d+ \(sync all\)")

    def test_ordered_halos_are_silent(self) -> None:
        _, program = self.halo("sync all", "sync all", "--check=race")
        for images in (1, 2, 4):
            self.assertEqual(self.check(program, images), Ended(0, "", NONE))

    def test_one_sync_all_leaves_the_next_put(self) -> None:
        text, program = self.halo("sync all", "", "--check=race")
        ended = self.check(program, 2)
        self.assertEqual(ended.status, RACES_FOUND)
        for mark in ("PUT", "SUM"):
            self.assertIn(f"heat.f90:{line_of(mark, text)} ", ended.err)

    def test_a_program_in_c(self) -> None:
        for between, status in (("", RACES_FOUND), ("arauto_team_barrier(world);", 0)):
            text = IN_C.replace("BETWEEN", between)
            program = self.compile("ring.c", text, "--check=race", command="cc")
            ended = self.check(program, 2)
            self.assertEqual(ended.status, status, ended.err)
            if status == 0:
                self.assertEqual(ended.err, NONE)
            else:
                self.assertRegex(
                    ended.err, rf"writes +ring\.c:{line_of('PUT', text)} +arauto_put\("
                )
                self.assertRegex(ended.err, rf"reads +ring\.c:{line_of('SUM', text)} ")

    def test_long_assignments_are_seen_and_short_ones_are_not(self) -> None:
        for count, is_seen in (("1000", True), ("2", False)):
            text = WHOLE.format(count=count)
            ended = self.check(self.compile("whole.f90", text, "--check=race"), 2)
            self.assertEqual(ended.status, RACES_FOUND if is_seen else 0, ended.err)
            if is_seen:
                self.assertIn(f"whole.f90:{line_of('COPY', text)} ", ended.err)
                self.assertIn(f"whole.f90:{line_of('GET', text)} ", ended.err)

    def test_a_program_that_was_not_compiled_for_it(self) -> None:
        _, program = self.halo("", "")
        ended = self.check(program, 2)
        self.assertEqual(ended.status, 0)
        self.assertIn("only accesses to other images were checked", ended.err)

    def test_atomics_are_done(self) -> None:
        program = self.compile("atomics.c", ATOMICS, "--check=race", command="cc")
        self.assertEqual(self.check(program, 1), Ended(0, "", NONE))

    def test_a_program_that_is_started_by_hand_counts_races(self) -> None:
        for between, status, said in (
            ("", RACES_FOUND, "arauto: 1 race was found; 'arauto check' shows them\n"),
            ("sync all", 0, NONE),
        ):
            _, program = self.halo(between, between, "--check=race")
            job = Job([program], 2, by_hand=True, env={"ARAUTO_CHECK": "race"})
            self.jobs.append(job)
            ended = job.end()
            self.assertEqual((ended.status, ended.err), (status, said))

    def test_the_same_program_runs_unchecked(self) -> None:
        _, program = self.halo("", "", "--check=race")
        ended = self.run_program(program, 2)
        self.assertEqual((ended.status, ended.err), (0, ""))

    def test_a_failed_job_keeps_its_status(self) -> None:
        text = HALO.format(before="", behind="").replace(
            "if (s < 0) print *, s", "sync all\n  if (s >= 0) error stop 3"
        )
        ended = self.check(self.compile("heat.f90", text, "--check=race"), 2)
        self.assertEqual(ended.status, 3)
        self.assertIn("arauto: race on `halo`", ended.err)

    def test_a_job_that_breaks_off_is_not_called_free_of_races(self) -> None:
        for last, status in (("error stop 3", 3), ("call abort()", 134)):
            text = HALO.format(before="sync all", behind="sync all").replace(
                "if (s < 0) print *, s", f"if (s >= 0) {last}"
            )
            program = self.compile("heat.f90", text, "--check=race")
            ended = self.check(program, 2)
            self.assertEqual(ended.status, status, ended.err)
            self.assertNotIn("in this run", ended.err)
            self.assertIn("arauto: no race was found before the job broke off\n", ended.err)
            job = Job([program], 2, by_hand=True, env={"ARAUTO_CHECK": "race"})
            self.jobs.append(job)
            self.assertIn("no race was found before the job broke off\n", job.end().err)

    def test_what_cannot_be_compiled_so_is_said(self) -> None:
        for words, sentence in (
            (["--check=race", "-flto=4", "x.f90"], "--check=race and -flto=4 do not go together"),
            (["--check=race", "--compiler", "sh", "x.f90"], "or clang, whose calls"),
            (["--check=bounds", "x.f90"], "--check=race is the only check"),
            (["--check=race", "-static", "x.f90"], "leave out -static"),
            (
                ["--check=race", "-fsanitize=address", "x.f90"],
                "-fsanitize=address do not go together",
            ),
        ):
            ended = self.words("fc", *words)
            self.assertEqual(ended.status, 2, words)
            self.assertIn(sentence, ended.err)
            self.assertEqual(ended.err.count("\n"), 1)

    def test_options_of_the_compiler(self) -> None:
        shown = self.words("fc", "--show", "--check=race", "x.f90").out.split()
        for word in ("-fsanitize=thread", "-g1", "-fno-omit-frame-pointer", "-O2", "-ltsan"):
            self.assertIn(word, shown)
        # The assembler reads files alone where it reads any.
        shown = self.words("fc", "--show", "--check=race", "-pipe", "x.f90").out.split()
        if platform.machine() == "x86_64":
            self.assertNotIn("-pipe", shown)
            self.assertTrue(any(re.fullmatch(r"-Wa,.*/calls\.s", word) for word in shown))
            shown = self.words("fc", "--show", "--check=race", "-masm=intel", "x.f90").out
            self.assertNotIn("calls.s", shown)
        shown = self.words("fc", "--show", "--check=race", "-O0", "-c", "x.f90").out.split()
        self.assertNotIn("-O2", shown)
        self.assertNotIn("-ltsan", shown)

    def test_jobs_that_cannot_be_checked(self) -> None:
        ended = self.words("check", "--hosts", "a,b", PROGRAM)
        self.assertEqual(ended.status, 2)
        self.assertIn("a job on other hosts cannot be checked for races yet", ended.err)
        ended = self.words("check", "-n", "681", PROGRAM)
        self.assertNotEqual(ended.status, 0)
        self.assertIn("680 images is the most", ended.err)

    def test_pretended_nodes_are_not_checked(self) -> None:
        _, program = self.halo("sync all", "sync all", "--check=race")
        ended = self.check(program, 2, ARAUTO_NODE_RANKS="1")
        if "libfabric" in ended.err:
            self.skipTest("libfabric is not installed")
        self.assertEqual(ended.status, 0)
        self.assertIn("a job over several nodes cannot be checked yet", ended.err)
        self.assertNotIn("no race was found", ended.err)


class CheckOptions(CheckedJobs):
    """The options of `arauto check`, each with the program that shows what it is for."""

    def test_races_are_written_for_programs(self) -> None:
        text, program = self.halo("", "", "--check=race")
        file = Path(self.folder) / "races.json"
        ended = self.check(program, 2, "--json", str(file))
        self.assertEqual(ended.status, RACES_FOUND)
        found = json.loads(file.read_text())
        self.assertEqual((found["version"], found["suppressed"]), (1, 0))
        self.assertIs(found["broken_off"], False)
        lines = {side["line"] for race in found["races"] for side in race["sides"]}
        self.assertEqual(lines, {line_of("PUT", text), line_of("SUM", text)})
        race = found["races"][0]
        self.assertEqual(race["object"], "halo")
        statements = {side["statement"] for side in race["sides"]}
        self.assertIn("halo(1:10)[right] = big(1:10) ! PUT", statements)
        ended = self.check(program, 1, f"--json={file}")
        self.assertEqual(json.loads(file.read_text())["races"], [])
        ended = self.check(program, 1, "--json", "/nowhere/races.json")
        self.assertIn("arauto: check: '/nowhere/races.json' cannot be written", ended.err)

    def test_races_that_a_file_names_are_not_told(self) -> None:
        text, program = self.halo("", "", "--check=race")
        file = Path(self.folder) / "known.txt"
        for line in (f"heat.f90:{line_of('SUM', text)}", "halo  # of the first version"):
            file.write_text(f"# known\n\n  {line}\n")
            ended = self.check(program, 2, "--suppress", str(file))
            self.assertEqual(ended.status, 0, ended.err)
            self.assertRegex(
                ended.err, r"^arauto: no race was found in this run, besides \d suppressed\n$"
            )
        file.write_text("heat.f90:1\nhal\n")
        self.assertEqual(self.check(program, 2, "--suppress", str(file)).status, RACES_FOUND)
        ended = self.check(program, 2, "--suppress", "/nowhere/known.txt")
        self.assertEqual(ended.status, 2)
        self.assertIn("the file of suppressions '/nowhere/known.txt' cannot be read", ended.err)

    def test_collectives_may_order(self) -> None:
        program = self.compile("summed.f90", SUMMED, "--check=race")
        ended = self.check(program, 3)
        self.assertEqual(ended.status, RACES_FOUND, ended.err)
        self.assertEqual(self.check(program, 3, "--options", "co"), Ended(0, "", NONE))

    def test_reads_of_what_nothing_was_written_to(self) -> None:
        program = self.compile("unwritten.f90", UNWRITTEN, "--check=race")
        self.assertEqual(self.check(program, 2), Ended(0, "", NONE))
        ended = self.check(program, 2, "--options=init")
        self.assertEqual(ended.status, RACES_FOUND)
        self.assertEqual(ended.err.count("a read of `x` of image "), 1, ended.err)
        self.assertRegex(ended.err, rf"unwritten\.f90:{line_of('READ', UNWRITTEN)} ")
        self.assertIn("no race was found in this run, and 1 read of what nothing", ended.err)

    def test_delays_by_chance_try_other_orders(self) -> None:
        program = self.compile("lucky.f90", LUCKY, "--check=race")
        ended = self.check(program, 2, "--options", "shuffle=3")
        self.assertEqual(ended.status, RACES_FOUND, ended.err)
        self.assertRegex(ended.err, rf"lucky\.f90:{line_of('WRITE', LUCKY)} ")
        self.assertRegex(ended.err, rf"lucky\.f90:{line_of('READ', LUCKY)} ")

    def test_delays_cause_no_race(self) -> None:
        _, program = self.halo("sync all", "sync all", "--check=race")
        for seed in (1, 2):
            ended = self.check(program, 2, "--options", f"shuffle={seed}")
            self.assertEqual(ended, Ended(0, "", NONE))

    def test_options_that_there_are_not(self) -> None:
        ended = self.words("check", "--options", "co,often", "-n", "2", PROGRAM)
        self.assertNotEqual(ended.status, 0)
        self.assertIn("'often' is no option of a checked job", ended.err)
        ended = self.words("check", "--options")
        self.assertEqual(ended.status, 2)
        self.assertIn("after --options a list of words is missing", ended.err)
        ended = self.words("run", "--suppress", "x", PROGRAM)
        self.assertEqual(ended.status, 2)
        self.assertIn("there is no option '--suppress'", ended.err)


def newest_clang() -> str | None:
    names = ["clang", *(f"clang-{version}" for version in range(40, 13, -1))]
    return next((name for name in names if shutil.which(name)), None)


class CheckedByClang(CheckedJobs):
    """Programs that clang has compiled."""

    def setUp(self) -> None:
        super().setUp()
        clang = newest_clang()
        if clang is None:
            self.skipTest("clang 14 or later is not installed")
        self.clang = ["--check=race", "--compiler", clang]

    def test_a_race_is_found_with_both_lines(self) -> None:
        for between, status in (("", RACES_FOUND), ("arauto_team_barrier(world);", 0)):
            text = IN_C.replace("BETWEEN", between)
            program = self.compile("ring.c", text, *self.clang, command="cc")
            ended = self.check(program, 2)
            self.assertEqual(ended.status, status, ended.err)
            if status == 0:
                self.assertEqual(ended.err, NONE)
            else:
                self.assertRegex(ended.err, rf"writes +ring\.c:{line_of('PUT', text)} ")
                self.assertRegex(ended.err, rf"reads +ring\.c:{line_of('SUM', text)} ")

    def test_atomics_are_done(self) -> None:
        program = self.compile("atomics.c", ATOMICS, *self.clang, command="cc")
        self.assertEqual(self.check(program, 1), Ended(0, "", NONE))

    def test_the_same_program_runs_unchecked(self) -> None:
        program = self.compile("ring.c", IN_C.replace("BETWEEN", ""), *self.clang, command="cc")
        ended = self.run_program(program, 2)
        self.assertEqual((ended.status, ended.err), (0, ""))


class CheckedExamples(CheckedJobs):
    """The examples have no races, but for the one that shows them."""

    EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples"

    def check_all(self, ending: str, command: str) -> None:
        sources = sorted(self.EXAMPLES.glob(f"*.{ending}"))
        self.assertGreater(len(sources), 5)
        for source in sources:
            if "mpi" in source.stem or source.stem in ("race", "survivors"):
                continue
            with self.subTest(source.name):
                words = ["--check=race", "-pthread", *(["-cpp"] if command == "fc" else [])]
                program = self.compile(source.name, source.read_text(), *words, command=command)
                for images in (2, 3):
                    ended = self.check(program, images)
                    self.assertEqual((ended.status, ended.err), (0, NONE))

    def test_examples_in_fortran(self) -> None:
        self.check_all("f90", "fc")

    def test_examples_in_c(self) -> None:
        self.check_all("c", "cc")

    def test_the_example_of_a_race(self) -> None:
        text = (self.EXAMPLES / "race.f90").read_text()
        program = self.compile("race.f90", text, "--check=race", "-cpp")
        ended = self.check(program, 2)
        self.assertEqual(ended.status, RACES_FOUND)
        self.assertRegex(ended.err, r"race on `came` of image \d, element 1 of 8 bytes\n")
        self.assertRegex(ended.err, r"writes +race\.f90:\d+ +came\[next\] = mine\n")
        self.assertRegex(ended.err, r"reads +race\.f90:\d+ +total = total \+ came\n")
        program = self.compile("race.f90", text, "--check=race", "-cpp", "-DFIXED")
        self.assertEqual(self.check(program, 2), Ended(0, "image 1 was sent: 110.\n", NONE))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
