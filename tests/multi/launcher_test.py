# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The launcher with real processes: exit statuses, deaths, signals, output, limits."""

from __future__ import annotations

import contextlib
import itertools
import os
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time

from jobs import (
    ARAUTO,
    CANNOT_ARRANGE,
    PROGRAM,
    PROGRAMS,
    WATCHDOG_S,
    JobTest,
    main,
    wait_until,
)

SIGNAL_BASE = 128
SEED = int(os.environ.get("ARAUTO_TEST_SEED", "1"))
# Nothing, or which images wait, when a signal makes the launcher end the job.
WAITS = re.compile(
    r"\A(arauto: signal \d+ \([^)]+\) ends the job: images? .* waits?, .*\n"
    r"(arauto:   images? .*: .*\n)+)?\Z"
)
LONGEST_PAUSE = 20.0
LONG_AGO = 0.5  # seconds in which a job under way shows what it does


class ExitStatus(JobTest):
    """The exit status of a job is that of its worst image."""

    def test_a_job_that_ends_well_has_status_0(self) -> None:
        for ended in self.both_ways("hello", images=3):
            self.assertEqual((ended.status, ended.err), (0, ""))
            said = sorted(ended.out.split("\n")[:-1])
            self.assertEqual(said, [f"hello {image} of 3" for image in (1, 2, 3)])

    def test_one_image_needs_no_launcher(self) -> None:
        for ended in self.both_ways("hello", images=1):
            self.assertEqual((ended.status, ended.out), (0, "hello 1 of 1\n"))

    def test_the_largest_stop_code_counts(self) -> None:
        for ended in self.both_ways("stop", "3", "7", "5", images=3):
            self.assertEqual((ended.status, ended.err), (7, ""))

    def test_an_exit_without_stop_ends_the_job_with_a_sentence(self) -> None:
        for ended in self.both_ways("exit", "2", "5", images=4):
            self.assertEqual(ended.status, 5)
            self.assertIn("image 2 ended with exit status 5 without STOP", ended.err)
            self.assertEqual(ended.err.count("\n"), 1, ended.err)

    def test_even_exit_status_0_without_stop_fails_the_job(self) -> None:
        for ended in self.both_ways("exit", "1", "0", images=2):
            self.assertEqual(ended.status, 1, ended)
            self.assertIn("image 1 ended with exit status 0 without STOP", ended.err)

    def test_error_stop_ends_images_that_compute_and_that_wait(self) -> None:
        for ended in self.both_ways("error", "3", "42", images=4):
            self.assertEqual(ended.status, 42)
            self.assertEqual(ended.err.count("rank 2: the test asked for it"), 1, ended.err)
            self.assertEqual(ended.err.count("\n"), 1, ended.err)

    def test_who_waits_for_an_image_that_ends_the_job_says_nothing(self) -> None:
        """It may see that the image has gone before it sees why."""
        for turn in range(60):
            ended = self.start("error-late", "3", "42", images=4, by_hand=turn % 2 == 1).end()
            self.assertEqual((ended.status, ended.err.count("\n")), (42, 1), ended.err)

    def test_error_stop_ends_images_that_ignore_signals(self) -> None:
        for ended in self.both_ways("deaf-error", "2", "9", images=4):
            self.assertEqual(ended.status, 9)

    def test_a_failed_image_does_not_count(self) -> None:
        for ended in self.both_ways("fail", "2", images=4):
            self.assertEqual((ended.status, ended.err), (0, ""))
            self.assertEqual(ended.out.count("told"), 3)


class Deaths(JobTest):
    """An image that dies is named with its signal, once, and the job ends."""

    def test_each_signal_has_its_name(self) -> None:
        names = {
            signal.SIGSEGV: "Segmentation fault",
            signal.SIGKILL: "Killed",
            signal.SIGABRT: "Aborted",
            signal.SIGFPE: "Floating point exception",
        }
        for number, name in names.items():
            for ended in self.both_ways("die", "3", str(int(number)), images=4):
                self.assertEqual(ended.status, SIGNAL_BASE + number)
                death = rf"image 3 was killed by signal {int(number)} \({name}"
                self.assertRegex(ended.err, death)
                self.assertEqual(ended.err.count("\n"), 1, ended.err)

    def test_a_death_after_stop_is_told(self) -> None:
        ended = self.start("die-stopped", "1", str(int(signal.SIGSEGV)), images=1).end()
        self.assertEqual(ended.status, SIGNAL_BASE + signal.SIGSEGV)
        self.assertRegex(ended.err, r"^arauto: image 1 was killed by .* after it had stopped\n$")

    def test_images_die_with_their_launcher(self) -> None:
        for by_hand in (False, True):
            job = self.start("wait", images=4, by_hand=by_hand)
            job.wait_ready(4)
            os.kill(job.pid, signal.SIGKILL)
            self.assertEqual(job.end().status, -signal.SIGKILL)

    def test_what_images_have_started_ends_with_a_killed_launcher(self) -> None:
        """Whichever is killed, the launcher or its guardian, the other ends what is left."""
        for by_hand, victim in itertools.product((False, True), ("guardian", "launcher")):
            job = self.start("start", images=2, by_hand=by_hand)
            job.wait_ready(2)
            wait_until(lambda job=job: len(job.processes()) == 6, "each image has started another")
            os.kill(job.launcher() if victim == "launcher" else job.pid, signal.SIGKILL)
            ended = job.end()
            if victim == "launcher":
                self.assertEqual(ended.status, SIGNAL_BASE + signal.SIGKILL)
                self.assertRegex(ended.err, r"^arauto: the launcher was killed by signal 9 \(.*\n$")

    def test_what_images_have_started_ends_with_a_job_that_is_ended(self) -> None:
        for by_hand in (False, True):
            job = self.start("start", images=2, by_hand=by_hand)
            job.wait_ready(2)
            wait_until(lambda job=job: len(job.processes()) == 6, "each image has started another")
            os.kill(job.pid, signal.SIGTERM)
            self.assertEqual(job.end().status, SIGNAL_BASE + signal.SIGTERM)

    def test_images_behind_a_shell_die_with_the_launcher(self) -> None:
        job = self.start_command(ARAUTO, "run", "-n", "2", "/bin/sh", "-c", f"{PROGRAM} wait; :")
        job.wait_ready(2)
        self.assertEqual(len(job.processes()), 6, "a guardian, a launcher, two shells, two images")
        os.kill(job.pid, signal.SIGKILL)
        self.assertEqual(job.end().status, -signal.SIGKILL)


class RandomKills(JobTest):
    """kill -9 of anyone at any moment leaves no process, no file and no hang."""

    ROUNDS = 15

    def setUp(self) -> None:
        super().setUp()
        self.random = random.Random(SEED)
        print(f"seed {SEED} (ARAUTO_TEST_SEED)")

    def moment(self) -> float:
        """Mostly around the start, where most happens."""
        return self.random.choice((0.01, 0.05, 0.3)) * self.random.random()

    def test_of_an_image(self) -> None:
        for turn in range(self.ROUNDS):
            job = self.start("traffic", images=4, by_hand=turn % 2 == 1)
            time.sleep(self.moment())
            wait_until(lambda job=job: bool(job.images()), "an image has started")
            victim = self.random.choice(job.images())
            os.kill(victim, signal.SIGKILL)
            ended = job.end()
            self.assertEqual(ended.status, SIGNAL_BASE + signal.SIGKILL, ended)
            self.assertRegex(ended.err, r"^arauto: image \d was killed by signal 9 \(Killed\)\n$")

    def test_of_several_images_at_once(self) -> None:
        for turn in range(self.ROUNDS):
            job = self.start("traffic", images=4, by_hand=turn % 2 == 1)
            job.wait_ready(4)
            for victim in self.random.sample(job.images(), 3):
                with contextlib.suppress(ProcessLookupError):  # the launcher may have been quicker
                    os.kill(victim, signal.SIGKILL)
            self.assertEqual(job.end().status, SIGNAL_BASE + signal.SIGKILL)

    def test_of_the_launcher(self) -> None:
        for turn in range(self.ROUNDS):
            job = self.start("traffic", images=4, by_hand=turn % 2 == 1)
            time.sleep(self.moment())
            os.kill(job.pid, signal.SIGKILL)
            self.assertEqual(job.end().status, -signal.SIGKILL)

    def test_of_images_of_a_program_that_goes_on(self) -> None:
        for turn in range(self.ROUNDS):
            job = self.start("survive", images=4, by_hand=turn % 2 == 1)
            job.wait_ready(4)
            time.sleep(self.moment())
            os.kill(self.random.choice(job.images()), signal.SIGKILL)
            ended = job.end()
            self.assertEqual(ended.out.count("told"), 3, ended)


class Survivors(JobTest):
    """The program, or the user, chooses what the death of an image means for the others."""

    def kill_one(self, mode: str, policy: str) -> tuple[int, int]:
        job = self.start(mode, images=3, env={"ARAUTO_ON_FAILURE": policy})
        job.wait_ready(3)
        os.kill(job.images()[1], signal.SIGKILL)
        ended = job.end()
        self.assertIn("was killed by signal 9 (Killed)", ended.err)
        return ended.status, ended.out.count("told")

    def test_a_program_that_looks_at_failures_goes_on(self) -> None:
        self.assertEqual(self.kill_one("survive", "auto"), (SIGNAL_BASE + signal.SIGKILL, 2))

    def test_the_user_may_end_it_all_the_same(self) -> None:
        self.assertEqual(self.kill_one("survive", "end"), (SIGNAL_BASE + signal.SIGKILL, 0))

    def test_continue_leaves_the_end_to_the_program(self) -> None:
        # Its calls say that an image has failed, and it ends the job by ERROR STOP with status 3.
        self.assertEqual(self.kill_one("traffic", "continue"), (3, 0))

    def test_a_wrong_policy_is_refused_before_anything_starts(self) -> None:
        ended = self.start("hello", images=2, env={"ARAUTO_ON_FAILURE": "perhaps"}).end()
        self.assertNotEqual(ended.status, 0)
        self.assertEqual(ended.out, "")
        self.assertIn("ARAUTO_ON_FAILURE is 'perhaps'", ended.err)

    def test_wrong_values_are_refused_before_anything_starts(self) -> None:
        wrong = {
            "ARAUTO_WAIT": "maybe",
            "ARAUTO_LOG": "loud",
            "ARAUTO_HEARTBEAT": "-1",
            "ARAUTO_DIRECT": "no",
            "ARAUTO_HEAP_SIZE": "99999999999999T",
        }
        for name, value in wrong.items():
            for ended in self.both_ways("hello", images=2, env={name: value}):
                self.assertNotEqual(ended.status, 0)
                self.assertEqual((ended.out, ended.err.count("\n")), ("", 1), ended.err)
                self.assertIn(f"the setting {name} is '{value}', but it must be", ended.err)


class Signals(JobTest):
    """Signals to the launcher reach the images; the end of the launcher ends them all."""

    def test_those_that_end(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
            for by_hand in (False, True):
                job = self.start("wait", images=3, by_hand=by_hand)
                job.wait_ready(3)
                os.kill(job.pid, number)
                ended = job.end()
                self.assertEqual(ended.status, SIGNAL_BASE + number)
                self.assertRegex(ended.err, WAITS)

    def test_control_c_reaches_all_and_is_no_failure(self) -> None:
        for turn in range(20):
            job = self.start("wait", images=3, by_hand=turn % 2 == 1, start_new_session=True)
            job.wait_ready(3)
            os.killpg(job.pid, signal.SIGINT)
            ended = job.end()
            self.assertEqual(ended.status, SIGNAL_BASE + signal.SIGINT)
            self.assertRegex(ended.err, WAITS)

    def test_who_ends_a_job_that_hangs_is_told_where(self) -> None:
        """Images 1 and 3 compute; how long image 2 takes to wait depends on the machine."""
        for by_hand in (False, True):
            pause = LONG_AGO
            said = ""
            while not said and pause < LONGEST_PAUSE:
                job = self.start("wait", images=3, by_hand=by_hand, env={"ARAUTO_WAIT": "sleep"})
                job.wait_ready(3)
                time.sleep(pause)
                os.kill(job.pid, signal.SIGTERM)
                said = job.end().err
                pause *= 2
            self.assertRegex(said, WAITS)
            self.assertIn("image 2 waits, images 1, 3 do not", said)

    def test_images_that_ignore_them_end_too(self) -> None:
        for by_hand in (False, True):
            job = self.start("deaf", images=3, by_hand=by_hand)
            job.wait_ready(3)
            os.kill(job.pid, signal.SIGINT)
            self.assertEqual(job.end().status, SIGNAL_BASE + signal.SIGINT)

    def test_user_signals_are_passed_on(self) -> None:
        for by_hand in (False, True):
            job = self.start("signal", images=3, by_hand=by_hand)
            job.wait_ready(3)
            os.kill(job.pid, signal.SIGUSR1)
            ended = job.end()
            self.assertEqual((ended.status, ended.out.count("heard")), (0, 3))

    def test_a_signal_that_was_ignored_stays_ignored(self) -> None:
        for by_hand in (False, True):
            job = self.start(
                "wait",
                images=2,
                by_hand=by_hand,
                preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),
            )
            job.wait_ready(2)
            os.kill(job.pid, signal.SIGHUP)
            time.sleep(LONG_AGO)
            self.assertEqual(len(job.images()), 2, "SIGHUP was ignored, as nohup does it")
            os.kill(job.pid, signal.SIGTERM)
            self.assertEqual(job.end().status, SIGNAL_BASE + signal.SIGTERM)

    def test_ignored_sigchld_does_not_hide_the_end(self) -> None:
        for ended in self.both_ways(
            "stop",
            "1",
            "2",
            images=2,
            preexec_fn=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN),
        ):
            self.assertEqual(ended.status, 2)

    def test_images_have_the_mask_that_the_launcher_was_given(self) -> None:
        for ended in self.both_ways("mask", images=3):
            self.assertEqual(ended.out.count("free"), 3)


class Output(JobTest):
    """Merged or labelled output, and input for image 1."""

    def test_labelled_lines_are_whole(self) -> None:
        images, lines = 4, 200
        ended = self.start_command(
            ARAUTO, "run", "-n", str(images), "--label", PROGRAM, "lines", str(lines)
        ).end()
        self.assertEqual(ended.status, 0)
        for stream, parity in ((ended.out, 0), (ended.err, 1)):
            seen: dict[int, list[int]] = {image: [] for image in range(1, images + 1)}
            for line in stream.splitlines():
                found = re.fullmatch(r"\[(\d+)\] <(\d+):(\d+):0*>", line)
                self.assertIsNotNone(found, line)
                self.assertEqual(found[1], found[2], line)
                seen[int(found[1])].append(int(found[3]))
            for numbers in seen.values():
                self.assertEqual(numbers, list(range(parity, lines, 2)), "in order, none lost")

    def test_a_last_line_without_end_is_written(self) -> None:
        ended = self.start_command(ARAUTO, "run", "-n", "2", "--label", PROGRAM, "no-newline").end()
        self.assertEqual(sorted(ended.out.splitlines()), ["[1] the end of 1", "[2] the end of 2"])

    def test_labelled_output_that_cannot_be_written_is_told(self) -> None:
        with open("/dev/full", "w") as full:
            done = subprocess.run(
                [ARAUTO, "run", "-n", "2", "--label", PROGRAM, "no-newline"],
                stdout=full,
                stderr=subprocess.PIPE,
                text=True,
                timeout=WATCHDOG_S,
                check=False,
            )
        self.assertEqual(done.returncode, 1)
        self.assertIn("output of the images is lost", done.stderr)

    def test_labelled_jobs_die_like_others(self) -> None:
        job = self.start_command(ARAUTO, "run", "-n", "3", "--label", PROGRAM, "deaf")
        wait_until(lambda: len(job.images()) == 3, "three images have started")
        time.sleep(LONG_AGO)
        os.kill(job.pid, signal.SIGTERM)
        self.assertEqual(job.end().status, SIGNAL_BASE + signal.SIGTERM)

    def test_only_image_1_reads_standard_input(self) -> None:
        for by_hand in (False, True):
            job = self.start("input", images=3, by_hand=by_hand, stdin=subprocess.PIPE)
            ended = job.end("12345")
            said = sorted(ended.out.splitlines())
            expected = ["image 1 read 5 from pipe:"]
            expected += [f"image {image} read 0 from /dev/" for image in (2, 3)]
            self.assertEqual(said, expected)

    def test_nothing_of_the_job_is_left_in_the_environment(self) -> None:
        for ended in self.both_ways("environment", images=2):
            self.assertEqual(ended.out.count("removed"), 2)


class BadInput(JobTest):
    """Bad input gets a sentence and starts nothing."""

    def refuse(self, status: int, sentence: str, *words: str, **more: object) -> None:
        ended = self.start_command(ARAUTO, "run", *words, **more).end()
        self.assertEqual(ended.status, status, ended)
        self.assertEqual(ended.out, "")
        self.assertIn(sentence, ended.err)
        self.assertEqual(ended.err.count("\n"), 1, ended.err)

    def test_number_of_images(self) -> None:
        for text in ("0", "-1", "abc", "3x", "", "99999999999"):
            sentence = f"the number of images is '{text}', but it must be a whole number"
            self.refuse(2, sentence, "-n", text, PROGRAM)
        self.refuse(2, "after -n the number of images is missing", "-n")
        self.refuse(2, "ARAUTO_NUM_IMAGES is 'many'", PROGRAM, env={"ARAUTO_NUM_IMAGES": "many"})

    def test_program(self) -> None:
        self.refuse(2, "which program?", "-n", "2")
        self.refuse(127, "there is no program './no-such-program'", "-n", "2", "./no-such-program")
        self.refuse(126, "no permission to be executed", "-n", "2", __file__)
        self.refuse(126, "is not a program: it is a folder", "-n", "2", str(PROGRAMS))
        self.refuse(2, "there is no option '--lable'", "--lable", PROGRAM)
        self.refuse(2, "the number of images is '4x'", "-n4x", PROGRAM)

    def test_a_source(self) -> None:
        with tempfile.NamedTemporaryFile(suffix=".f90") as source:
            self.refuse(126, "compile it with 'arauto fc' first", "-n", "2", source.name)

    def test_a_program_that_is_not_ours(self) -> None:
        self.refuse(1, "ended without ever starting Arauto", "-n", "3", str(PROGRAMS / "not_ours"))

    def test_a_file_that_no_system_can_start(self) -> None:
        path = PROGRAMS / f"no-program-{os.getpid()}"
        path.write_text("neither a script nor a binary\n")
        path.chmod(0o755)
        try:
            self.refuse(126, "cannot be started: Exec format error", "-n", "3", str(path))
        finally:
            path.unlink()

    def test_a_closed_descriptor(self) -> None:
        # A program between the launcher and the image that closes what it does not know.
        script = f'for fd in $(seq 3 20); do eval "exec $fd>&-"; done; exec {PROGRAM}'
        ended = self.start_command(ARAUTO, "run", "-n", "1", "/bin/bash", "-c", script).end()
        self.assertNotEqual(ended.status, 0)
        self.assertIn("is not the memory of a job", ended.err)


class Forbidden(JobTest):
    """Systems that forbid ways of sharing memory."""

    def run_forbidden(self, what: list[str], *command: str, **more: object):
        ended = self.start_command(str(PROGRAMS / "forbid"), *what, "--", *command, **more).end()
        if ended.status == CANNOT_ARRANGE:
            self.skipTest(f"this system does not let us forbid {what}: {ended.err.strip()}")
        return ended

    def test_memfd_under_arauto_run(self) -> None:
        ended = self.run_forbidden(["memfd"], ARAUTO, "run", "-n", "3", PROGRAM)
        self.assertEqual((ended.status, ended.out.count("hello")), (0, 3), ended)

    def test_memfd_by_hand(self) -> None:
        ended = self.run_forbidden(["memfd"], PROGRAM, env={"ARAUTO_NUM_IMAGES": "3"})
        self.assertEqual((ended.status, ended.out.count("hello")), (0, 3), ended)

    def test_memfd_and_shm_by_hand(self) -> None:
        ended = self.run_forbidden(["shm", "memfd"], PROGRAM, env={"ARAUTO_NUM_IMAGES": "3"})
        self.assertEqual((ended.status, ended.out.count("hello")), (0, 3), ended)

    def test_memfd_and_shm_under_arauto_run(self) -> None:
        ended = self.run_forbidden(["shm", "memfd"], ARAUTO, "run", "-n", "3", PROGRAM)
        self.assertEqual((ended.status, ended.out), (1, ""))
        self.assertIn("forbids both memfd_create and files in /dev/shm", ended.err)
        self.assertEqual(ended.err.count("\n"), 1, ended.err)


class Limits(JobTest):
    """Jobs under limits of the shell, and large ones."""

    @staticmethod
    def limit(which: int, number: int):
        return lambda: resource.setrlimit(which, (number, number))

    def test_a_small_address_space_is_enough(self) -> None:
        limit = self.limit(resource.RLIMIT_AS, 400 << 20)
        for ended in self.both_ways("hello", images=4, preexec_fn=limit):
            self.assertEqual((ended.status, ended.out.count("hello")), (0, 4), ended)

    def test_too_small_an_address_space_gets_a_sentence(self) -> None:
        limit = self.limit(resource.RLIMIT_AS, 400 << 20)
        for ended in self.both_ways("hello", images=64, preexec_fn=limit):
            self.assertNotEqual(ended.status, 0)
            self.assertIn("of address space for coarrays could not be mapped", ended.err)

    def test_a_limit_of_files_gets_a_sentence_or_is_avoided(self) -> None:
        limit = self.limit(resource.RLIMIT_FSIZE, 1 << 20)
        under_run, by_hand = self.both_ways("hello", images=2, preexec_fn=limit)
        self.assertEqual(under_run.status, 1)
        self.assertIn("ulimit -f", under_run.err)
        self.assertEqual((by_hand.status, by_hand.out.count("hello")), (0, 2), by_hand)

    def test_too_few_descriptors_get_a_sentence(self) -> None:
        """Whatever number is enough, one below it is reported."""
        for by_hand in (False, True):
            works = False
            for number in range(4, 20):
                ended = self.start(
                    "hello",
                    images=2,
                    by_hand=by_hand,
                    preexec_fn=self.limit(resource.RLIMIT_NOFILE, number),
                ).end()
                if ended.status == 0:
                    works = True
                    self.assertEqual(ended.out.count("hello"), 2)
                else:
                    self.assertFalse(works, f"{number} descriptors are fewer than were enough")
                    self.assertIn("see ulimit -n", ended.err)
            self.assertTrue(works)

    def test_many_images_start_and_end(self) -> None:
        for ended in self.both_ways("hello", images=256):
            self.assertEqual((ended.status, ended.out.count(" of 256\n")), (0, 256), ended.err)

    def test_many_labels_raise_the_limit_of_descriptors(self) -> None:
        soft = 64
        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        ended = self.start_command(
            ARAUTO,
            "run",
            "-n",
            "64",
            "--label",
            PROGRAM,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard)),
        ).end()
        self.assertEqual((ended.status, ended.out.count(" of 64\n")), (0, 64), ended.err)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
