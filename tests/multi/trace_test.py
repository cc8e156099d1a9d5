# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""`arauto run --trace` and `arauto doctor FILE`: counts are exact, and delays that programs make on
purpose are found, with the line that waits, the image that is waited for, and its line.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import signal
import struct
import subprocess
import sys
import termios
from pathlib import Path
from typing import Any

from jobs import ARAUTO, PROGRAM, PROGRAMS, WATCHDOG_S, Ended, Job, main, wait_until
from source_lines_test import WithPrograms, line_of
from traced_programs import CHAIN, COUNTED, DELAYED, HANGS, IN_C, SLEEP, TIMES, WITH_EPOCHS

DELAY_S = 0.02
ROUNDS = 10
# Parts of the delays that are certainly found: the waiting image may come late itself.
SURELY = 0.25


def unread(pipe: int) -> int:
    """Count the bytes that wait in a pipe for their reader."""
    return struct.unpack("i", fcntl.ioctl(pipe, termios.FIONREAD, b"\0" * 4))[0]


class TracedJobs(WithPrograms):
    """Runs traced jobs, and reads their files."""

    def run_traced(self, program: str, images: int, *words: str, **settings: str) -> Ended:
        clean = {k: v for k, v in os.environ.items() if not k.startswith("ARAUTO_TRACE")}
        command = [ARAUTO, "run", "--trace", *words, "-n", str(images), program]
        done = subprocess.run(
            command,
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=WATCHDOG_S,
            env=clean | settings,
            check=False,
        )
        return Ended(done.returncode, done.stdout, done.stderr)

    def doctor(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [ARAUTO, "doctor", *words],
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=WATCHDOG_S,
            check=False,
        )

    def findings(self, file: str = "arauto-trace.arauto") -> dict[str, Any]:
        done = self.doctor(file, "--json", "-")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return json.loads(done.stdout)

    def check_expected(self, text: str, images: int) -> dict[str, Any]:
        """The cause that the program names takes most of its delays."""
        expected = re.search(r"EXPECT (.*); (.*); (\d+); (.*)", text)
        assert expected is not None
        pattern, waits, culprit, there = expected.groups()
        lines = [line_of(f"! {mark}", text) for mark in (waits, there)]
        all_found = self.findings()
        self.assertEqual(len(all_found["images"]), images)
        found = [
            cause
            for cause in all_found["causes"]
            if (
                cause["pattern"],
                cause["line"],
                cause.get("culprit"),
                cause.get("culprit_at", {}).get("line"),
            )
            == (pattern, lines[0], int(culprit), lines[1])
        ]
        self.assertNotEqual(found, [], all_found["causes"])  # ALLOCATE is several calls
        longest = max(found[0]["waiters"].values())  # that took longest comes first
        self.assertGreaterEqual(longest, SURELY * ROUNDS * DELAY_S, found)
        meanwhile = found[0]["meanwhile"]
        self.assertGreaterEqual(meanwhile["computed"], SURELY * ROUNDS * DELAY_S, found)
        return all_found

    def check_counts(self, found: dict[str, Any], images: int, times: int = 1000) -> None:
        calls = {
            (call["line"], call["kind"]): call
            for call in found["calls"]
            if call["file"].endswith("counted.f90")
        }
        for mark, kind, size in (
            ("PUT", "put", 8),
            ("GET", "get", 8),
            ("SECTION", "put of a section", 400),
            ("ATOMIC", "atomic", 4),
            ("POST", "event post", 0),
            ("WAIT", "event wait", 0),
        ):
            call = calls[line_of(f"! {mark}", COUNTED), kind]
            self.assertEqual(call["calls"], images * times, call)
            self.assertEqual(call["bytes"], images * times * size, call)
            self.assertEqual(call["images"], images)


class Traces(TracedJobs):
    """The trace of a job, and what is found in it."""

    def test_delays_are_found(self) -> None:
        for name, text in DELAYED.items():
            with self.subTest(program=name):
                program = self.compile(f"{name}.f90", text + SLEEP, "-g", "-O2")
                ended = self.run_traced(program, 4)
                self.assertEqual((ended.status, ended.out), (0, ""), ended.err)
                self.check_expected(text, 4)
                self.assertIn(f"{name}.f90:", ended.err)
                self.assertLessEqual(len(ended.err.splitlines()), 25)

    def test_the_image_that_is_waited_for_may_wait_itself(self) -> None:
        program = self.compile("chain.f90", CHAIN + SLEEP, "-g")
        self.assertEqual(self.run_traced(program, 3).status, 0)
        causes = {
            (cause["culprit"], *cause["waiters"]): cause
            for cause in self.findings()["causes"]
            if cause["pattern"] == "late post"
        }
        for culprit, waiter, does in ((1, "2", "computed"), (2, "3", "waited")):
            cause = causes[culprit, waiter]
            self.assertGreaterEqual(cause["seconds"], SURELY * ROUNDS * DELAY_S, causes)
            longest = max(cause["meanwhile"], key=lambda key: cause["meanwhile"][key])
            self.assertEqual(longest, does, cause)

    def test_calls_are_counted_by_line(self) -> None:
        program = self.compile("counted.f90", COUNTED, "-g", "-O2")
        for words in ((), ("--trace-size=64K",)):
            ended = self.run_traced(program, 2, *words)
            self.assertEqual((ended.status, ended.out), (0, ""), ended.err)
            found = self.findings()
            self.check_counts(found, 2)
            self.assertEqual(found["lost"], 0)
            self.assertEqual(found["overwritten"] > 0, bool(words))
            self.assertEqual("written over" in ended.err, bool(words), ended.err)

    def test_elements_that_are_inlined_are_counted_too(self) -> None:
        program = self.compile("counted.f90", COUNTED, "-g", "-O2", "-flto")
        self.assertEqual(self.run_traced(program, 2).status, 0)
        self.check_counts(self.findings(), 2)

    def test_a_translated_program_has_the_lines_of_its_source(self) -> None:
        text = DELAYED["post"]
        program = self.compile("post.f90", text + SLEEP, "-g", "--translate")
        ended = self.run_traced(program, 2)
        self.assertEqual((ended.status, ended.out), (0, ""), ended.err)
        self.check_expected(text, 2)

    def test_a_program_in_c(self) -> None:
        program = self.compile("put.c", IN_C, "-g", command="cc")
        ended = self.run_traced(program, 2)
        self.assertEqual((ended.status, ended.out), (0, ""), ended.err)
        found = self.findings()
        cause = next(c for c in found["causes"] if c["pattern"] == "late notified put")
        self.assertEqual(cause["line"], line_of("// WAIT", IN_C))
        self.assertEqual(cause["operation"], "arauto_notify_wait")
        self.assertEqual(cause["culprit_at"]["line"], line_of("// PUT", IN_C))
        self.assertGreaterEqual(cause["seconds"], SURELY * ROUNDS * DELAY_S)

    def test_epochs_requests_and_boards(self) -> None:
        program = self.compile("epochs.c", WITH_EPOCHS, "-g", command="cc")
        ended = self.run_traced(program, 2)
        self.assertEqual((ended.status, ended.out), (0, ""), ended.err)
        found = self.findings()
        calls = {(call["line"], call["kind"]): call for call in found["calls"]}
        for mark, kind, size in (
            ("OPEN", "epoch call", 0),
            ("PUT", "put", 8),
            ("ADD", "atomic", 8),
            ("FENCE", "epoch call", 0),
            ("LOCK", "epoch call", 0),
            ("UNLOCK", "epoch call", 0),
            ("REQUEST", "request wait", 0),
            ("TAGGED", "put", 8),
            ("TAGGED", "tagged post", 0),
            ("BOARD", "board wait", 0),
        ):
            call = calls[line_of(f"// {mark}", WITH_EPOCHS), kind]
            self.assertEqual((call["calls"], call["images"]), (2 * TIMES, 2), call)
            self.assertEqual(call["bytes"], 2 * TIMES * size, call)
        fence = calls[line_of("// FENCE", WITH_EPOCHS), "epoch call"]
        self.assertGreaterEqual(fence["waits"], TIMES)
        self.assertGreaterEqual(fence["seconds"], SURELY * TIMES * DELAY_S, fence)
        late = [
            cause
            for cause in found["causes"]
            if cause["pattern"] == "imbalance" and cause["line"] == fence["line"]
        ]
        last = found["images"][1]["number"]
        self.assertEqual(late[0]["culprit"], last, late)
        self.assertEqual(late[0]["operation"], "arauto_epoch_fence")
        self.assertGreaterEqual(late[0]["seconds"], SURELY * TIMES * DELAY_S, late)
        done = self.doctor("arauto-trace.arauto", "--what-if", f"{fence['line']}=none")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_wrong_calls_are_refused_as_without_a_trace(self) -> None:
        for name in ("errors_data", "errors_control", "op_errors", "rows", "sections"):
            with self.subTest(program=name):
                ended = self.run_traced(str(PROGRAMS / f"c_capi_{name}"), 2)
                self.assertEqual(ended.status, 0, ended.out + ended.err)

    def test_images_that_are_killed_leave_their_records(self) -> None:
        program = self.compile("hangs.f90", HANGS, "-g")
        job = Job([ARAUTO, "run", "--trace", "-n", "2", program], cwd=self.folder)
        self.jobs.append(job)
        never = f"hangs.f90:{line_of('! NEVER', HANGS)}"
        both = f"images 1, 2: event wait (came), {never}"
        wait_until(lambda: both in self.where(job.pid), "both images wait")
        victim = next(pid for pid in job.processes() if self.is_image(pid, program))
        os.kill(victim, signal.SIGKILL)
        ended = job.end()
        self.assertEqual(ended.status, 128 + signal.SIGKILL, ended.err)
        found = self.findings()
        self.assertIn(signal.SIGKILL, [image["signal"] for image in found["images"]])
        meetings = [call for call in found["calls"] if call["kind"] == "sync all"]
        self.assertGreaterEqual(max(call["calls"] for call in meetings), 200)
        report = self.doctor("arauto-trace.arauto").stdout
        self.assertRegex(
            report,
            rf"image \d was killed by signal 9, in event wait \(came\) at {re.escape(never)}\.",
        )
        waits = next(call for call in found["calls"] if call["kind"] == "event wait")
        self.assertEqual((waits["calls"], waits["waits"], waits["images"]), (2, 2, 2))
        self.assertGreater(waits["seconds"], 0)
        self.assertGreaterEqual(sum(image["waited"] for image in found["images"]), waits["seconds"])
        ends = [cause for cause in found["causes"] if cause["pattern"] == "never ended"]
        self.assertEqual(len(ends), 1, found["causes"])

    def where(self, pid: int) -> str:
        done = subprocess.run(
            [ARAUTO, "where", str(pid)],
            capture_output=True,
            text=True,
            timeout=WATCHDOG_S,
            check=False,
        )
        return done.stdout  # of a job that has not begun: nothing

    def is_image(self, pid: int, program: str) -> bool:
        try:
            return os.readlink(f"/proc/{pid}/exe") == os.path.realpath(program)
        except OSError:
            return False


class TraceFiles(TracedJobs):
    """Files of traces: how they are written, and read."""

    def test_by_hand_and_into_a_file(self) -> None:
        program = self.compile("counted.f90", COUNTED, "-g")
        settings = {"ARAUTO_TRACE": "./mine.arauto", "ARAUTO_TRACE_SIZE": "1M"}
        job = Job([program], 2, True, cwd=self.folder, env=settings)
        self.jobs.append(job)
        ended = job.end()
        self.assertEqual((ended.status, ended.out), (0, ""), ended.err)
        self.assertEqual(
            ended.err,
            "arauto: the trace is in ./mine.arauto; 'arauto doctor ./mine.arauto' shows where the "
            "time went\n",
        )
        self.check_counts(self.findings("mine.arauto"), 2)

    def test_one_image(self) -> None:
        program = self.compile("counted.f90", COUNTED, "-g")
        self.assertEqual(self.run_traced(program, 1).status, 0)
        self.check_counts(self.findings(), 1)

    def test_options_of_the_report(self) -> None:
        program = self.compile("imbalance.f90", DELAYED["imbalance"] + SLEEP, "-g")
        self.assertEqual(self.run_traced(program, 4).status, 0)
        file = "arauto-trace.arauto"
        line = f"imbalance.f90:{line_of('! WAIT', DELAYED['imbalance'])}"
        one = self.doctor(file, "--image", "3", "--line", line, "--top=100")
        self.assertEqual((one.returncode, one.stderr), (0, ""))
        self.assertRegex(one.stdout, rf"\n  {line}  sync all: image 3 waits .*: image 2 comes last")
        self.assertRegex(one.stdout, r"\n +3( +[\d.]+){3}\nCauses")
        self.assertIn(" | sync all ! WAIT\n", one.stdout)
        first = self.doctor(file, "--top=1").stdout  # of all causes
        self.assertEqual(len(re.findall(r" of all time\)", first)), 1, first)
        for words, sentence in (
            ((file, "--image", "9"), "there is no image 9"),
            ((file, "--top", "many"), "--top needs a whole number, not 'many'"),
            ((file, "--top"), "after --top a value is missing"),
            ((file, "--deep"), "there is no option '--deep'"),
            ((file, "other"), "one file at a time"),
            (("none.arauto",), "the file none.arauto cannot be read: No such file"),
        ):
            refused = self.doctor(*words)
            self.assertIn(refused.returncode, (1, 2), words)
            self.assertIn(sentence, refused.stderr)

    def test_a_file_that_is_no_trace(self) -> None:
        program = self.compile("counted.f90", COUNTED)
        self.assertEqual(self.run_traced(program, 2).status, 0)
        whole = (self.folder / "arauto-trace.arauto").read_bytes()
        part = self.folder / "part.arauto"
        for size in (17, 95, 100, 200, len(whole) // 2, len(whole) - 1):
            part.write_bytes(whole[:size])
            done = self.doctor("part.arauto")
            self.assertEqual(done.returncode, 1, done.stdout)
            self.assertIn("part.arauto ends too early", done.stderr)
        part.write_text("my notes\n")
        self.assertIn("is no trace", self.doctor("part.arauto").stderr)
        (self.folder / "arauto-trace.arauto").write_text("my notes\n")
        refused = self.run_traced(program, 2)
        self.assertEqual(refused.status, 1)
        self.assertIn("the file arauto-trace.arauto, which holds something else", refused.err)
        self.assertEqual((self.folder / "arauto-trace.arauto").read_text(), "my notes\n")

    def test_the_file_of_json_replaces_no_other(self) -> None:
        program = self.compile("counted.f90", COUNTED)
        self.assertEqual(self.run_traced(program, 2).status, 0)
        mine = self.folder / "mine.json"
        for _ in range(2):  # the second time it is there
            done = self.doctor("arauto-trace.arauto", "--json", "mine.json")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual(json.loads(mine.read_text())["version"], 1)
        mine.write_text("my notes\n")
        refused = self.doctor("arauto-trace.arauto", "--json", "mine.json")
        self.assertEqual(refused.returncode, 1)
        self.assertIn("the file mine.json holds something else", refused.stderr)
        self.assertEqual(mine.read_text(), "my notes\n")

    def test_a_pipe_has_no_report(self) -> None:
        program = self.compile("counted.f90", COUNTED, "-g")
        os.mkfifo(self.folder / "pipe.arauto")
        taken = self.folder / "taken.arauto"
        with (
            taken.open("wb") as file,
            subprocess.Popen(["cat", self.folder / "pipe.arauto"], stdout=file) as reader,
        ):
            with (self.folder / "pipe.arauto").open(
                "wb"
            ):  # which ends when the reader has opened it
                ended = self.run_traced(program, 2, "--trace=./pipe.arauto", "--trace-size=1M")
            reader.wait(WATCHDOG_S)
        self.assertEqual((ended.status, ended.out, ended.err), (0, "", ""))
        self.check_counts(self.findings("taken.arauto"), 2)

    def test_a_pipe_that_nobody_reads_does_not_keep_the_job(self) -> None:
        program = self.compile("counted.f90", COUNTED, "-g")
        pipe = self.folder / "pipe.arauto"
        os.mkfifo(pipe)
        holder = os.open(pipe, os.O_RDWR)
        try:
            job = Job([ARAUTO, "run", "--trace=./pipe.arauto", "-n", "2", program], cwd=self.folder)
            self.jobs.append(job)
            wait_until(lambda: unread(holder) > 0, "the launcher writes the file")
            os.kill(job.pid, signal.SIGTERM)
            ended = job.end()
        finally:
            os.close(holder)
        self.assertEqual(ended.status, 0)  # that of the job, which had ended
        self.assertIn("pipe.arauto cannot be written: Interrupted system call", ended.err)

    def test_a_reader_that_ends_does_not_end_the_job(self) -> None:
        program = self.compile("counted.f90", COUNTED, "-g")
        pipe = self.folder / "pipe.arauto"
        os.mkfifo(pipe)
        reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
        try:
            job = Job([ARAUTO, "run", "--trace=./pipe.arauto", "-n", "2", program], cwd=self.folder)
            self.jobs.append(job)
            wait_until(lambda: unread(reader) > 0, "the launcher writes the file")
        finally:
            os.close(reader)
        ended = job.end()
        self.assertEqual(ended.status, 0, ended.err)
        self.assertIn("pipe.arauto cannot be written: Broken pipe", ended.err)

    def test_a_program_that_has_changed(self) -> None:
        program = self.compile("counted.f90", COUNTED, "-g")
        self.assertEqual(self.run_traced(program, 2).status, 0)
        self.compile("counted.f90", COUNTED.replace("1000", "2000"), "-g")
        self.assertIn("has changed since the run", self.doctor("arauto-trace.arauto").stdout)
        Path(program).unlink()
        self.assertIn("is not here", self.doctor("arauto-trace.arauto").stdout)

    def test_off(self) -> None:
        ended = Job([ARAUTO, "run", "-n", "2", PROGRAM, "stop", "0"], cwd=self.folder).end()
        self.assertEqual(ended.status, 0, ended.err)
        self.assertEqual(list(self.folder.iterdir()), [])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
