# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Jobs over several hosts from their start to their end: ranks and nodes, exit statuses, failed and
died images, hosts that go away."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from cases import (
    ARAUTO,
    LAUNCHERS,
    NO_LAUNCHER,
    PROGRAMS,
    WATCHDOG_S,
    HostsTest,
    launchers,
    main,
    some,
    wait_until,
)  # fmt: skip
from hosts import Hosts

PROGRAM = str(PROGRAMS / "launcher_program")
RANK_NODES = str(PROGRAMS / "rank_nodes")
UNHEARD_S = 3  # heartbeats are missed for so long, except in tests that wait for longer
SILENCE_MS = 2500  # after which a node is given up, where that is to be seen
LONG = 1 << 20  # words of one put: long enough that a process is stopped within it


class JobsTest(HostsTest):
    """Runs what is the same under every launcher."""

    def each(self) -> list[str]:
        """The launchers to try one after the other."""
        found = [name for name, path in launchers().items() if path]
        if not found:
            self.skipTest(NO_LAUNCHER)
        return list(some(found, self.id()))

    def command(self, launcher: str, hosts: Hosts, ranks: int, *words: str, **env: str
                ) -> tuple[list[str], dict[str, str]]:  # fmt: skip
        """The words and the environment of `arauto run` with so many ranks on each host."""
        names = ",".join(f"{name}:{ranks}" for name in hosts.names)
        env = {"ARAUTO_LAUNCHER": LAUNCHERS[launcher], **env}
        count = str(ranks * len(hosts.names))
        return [ARAUTO, "run", "--hosts", names, "-n", count, *words], env

    def runs(self, launcher: str, count: int, ranks: int, *words: str, **env: str
             ) -> subprocess.CompletedProcess[str]:  # fmt: skip
        """A job's end; afterwards no host runs anything."""
        with Hosts(count) as hosts:
            done = hosts.run("a", *self.command(launcher, hosts, ranks, *words, **env), WATCHDOG_S)
            for name in hosts.names:
                self.sees_nothing_left(hosts, name)
            return done

    def images(self, hosts: Hosts, name: str) -> list[str]:
        """Numbers, on a host, of the processes of our program there."""
        lines = [line.split(maxsplit=1) for line in hosts.processes(name)]
        return [number for number, command in lines if command.startswith(PROGRAM)]

    @contextmanager
    def under_way(self, launcher: str, ranks: int, *words: str, count: int = 2, **env: str
                  ) -> Iterator[tuple[Hosts, subprocess.Popen[str]]]:  # fmt: skip
        """A job on hosts a, b and so on, all of whose ranks are ready."""
        with Hosts(count) as hosts:
            words_and_env = self.command(launcher, hosts, ranks, *words, **env)
            running = hosts.start(
                "a", *words_and_env, stdout=subprocess.PIPE, stderr=subprocess.PIPE
            )
            for _ in range(count * ranks):
                line = running.stdout.readline()
                self.assertTrue(line.startswith("ready"), line)
            yield hosts, running
        # A launcher that is cut off from its daemons waits for ever, as does Open MPI 4 when it
        # goes on after deaths; it went with its host.
        self.said, self.complained = running.communicate(timeout=WATCHDOG_S)

    @contextmanager
    def saying_in_a_file(self, hosts: Hosts, launcher: str, ranks: int, mode: str, **env: str
                         ) -> Iterator[None]:  # fmt: skip
        """A job whose images say in a file what they say, all of them ready. Its launcher, which
        may be cut off or stopped, is ended."""
        self.file = hosts.folder / "said"
        self.file.touch()
        words = ["sh", "-c", f"exec {PROGRAM} {mode} >> {self.file} 2>&1"]
        command = self.command(launcher, hosts, ranks, *words, **env)
        running = hosts.start("a", *command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            images = ranks * len(hosts.names)
            wait_until(lambda: self.count("ready") == images, "all are ready")
            yield
        finally:
            running.kill()
            running.wait()
            self.said = self.file.read_text()

    def count(self, words: str) -> int:
        """How often the images have said it in the file."""
        return self.file.read_text().count(words)

    def sees_no_image(self, hosts: Hosts) -> None:
        """Wait until no image runs on any host."""
        for name in hosts.alive():
            wait_until(lambda at=name: not self.images(hosts, at), f"no image runs on {name}")


class Jobs(JobsTest):
    """A job over several hosts is one job."""

    def test_every_rank_has_its_place(self) -> None:
        for launcher in self.each():
            for count in some((2, 3, 4)):
                done = self.runs(launcher, count, 2, PROGRAM, "hello")
                self.assertEqual(done.returncode, 0, done)
                ranks = 2 * count
                said = sorted(done.stdout.split("\n")[:-1])
                self.assertEqual(said, [f"hello {i + 1} of {ranks}" for i in range(ranks)])

    def test_who_is_near_is_known(self) -> None:
        for launcher in self.each():
            done = self.runs(launcher, 3, 2, RANK_NODES)
            self.assertEqual(done.returncode, 0, done)
            self.assertRegex(done.stdout, "^nodes 0,0,1,1,2,2 by PMI")

    def test_a_stop_code_is_the_exit_status(self) -> None:
        for launcher in self.each():
            done = self.runs(launcher, 2, 2, PROGRAM, "stop", *"5555")
            self.assertEqual(done.returncode, 5, done)

    def test_an_error_stop_ends_all_with_one_sentence(self) -> None:
        for launcher in self.each():
            done = self.runs(launcher, 3, 2, PROGRAM, "error", "4", "42")
            self.assertEqual(done.returncode, 42, done)
            self.assertEqual(done.stderr.count("the test asked for it"), 1, done)

    def test_settings_go_along(self) -> None:
        for launcher in self.each():
            done = self.runs(launcher, 2, 1, PROGRAM, "hello", ARAUTO_HEARTBEAT="x")
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("ARAUTO_HEARTBEAT is 'x'", done.stderr)


class Deaths(JobsTest):
    """A death on one host is known on the others."""

    def test_a_death_ends_the_job(self) -> None:
        for launcher in self.each():
            number = str(int(signal.SIGKILL))
            done = self.runs(launcher, 2, 2, PROGRAM, "die", "3", number)
            self.assertNotEqual(done.returncode, 0, done)

    def test_a_failed_image_is_known_everywhere(self) -> None:
        for launcher in self.each():
            for image in some(("1", "4")):
                done = self.runs(launcher, 3, 2, PROGRAM, "fail", image)
                told = sorted(line for line in done.stdout.split("\n") if line.startswith("told"))
                others = [f"told {i}" for i in range(1, 7) if str(i) != image]
                self.assertEqual((done.returncode, told), (0, others), done)

    def test_a_job_ends_when_a_host_is_silent(self) -> None:
        for launcher in self.each():
            # In the second one the image on a computes, and calls nothing of ours.
            for end, mode in some((("power_off", "traffic"), ("cut", "wait"))):
                job = self.under_way(launcher, 1, PROGRAM, mode, ARAUTO_HEARTBEAT="1500")
                with job as (hosts, _):
                    getattr(hosts, end)("b")
                    self.sees_no_image(hosts)

    def test_a_death_in_the_middle_of_short_puts_ends_the_job(self) -> None:
        for launcher in self.each():
            with self.under_way(launcher, 1, PROGRAM, "stream") as (hosts, running):
                time.sleep(0.3)  # so that rows are under way
                self.says(hosts, "b", f"kill -9 {self.images(hosts, 'b')[0]}")
                self.sees_no_image(hosts)
                self.assertNotEqual(running.wait(WATCHDOG_S), 0)

    def test_time_in_which_nobody_was_let_run_is_no_silence(self) -> None:
        launcher = self.each()[0]
        job = self.under_way(launcher, 1, PROGRAM, "traffic", ARAUTO_HEARTBEAT="4000")
        with job as (hosts, _):
            # Both hosts stop, and go on, at the same time, however busy this machine is: a host
            # that goes on seconds before the other one has to give it up.
            images = [hosts.numbers_outside(name, PROGRAM) for name in hosts.names]
            self.assertEqual([len(each) for each in images], [1, 1])
            for word in (signal.SIGSTOP, signal.SIGCONT):
                for each in images:
                    os.kill(each[0], word)
                time.sleep(5)
            left = [len(self.images(hosts, name)) for name in hosts.names]
        self.assertEqual(left, [1, 1], self.complained)


class Survivors(JobsTest):
    """A job goes on after a death on another host."""

    def test_survivors_elsewhere_are_told_of_a_death(self) -> None:
        if not launchers()["openmpi"]:
            self.skipTest("only Open MPI's launcher goes on after deaths")
        env = {"ARAUTO_ON_FAILURE": "continue"}
        with self.under_way("openmpi", 2, PROGRAM, "survive", **env) as (hosts, _):
            self.says(hosts, "b", f"kill -9 {self.images(hosts, 'b')[0]}")
            self.sees_no_image(hosts)
        self.assertEqual(self.said.count("told"), 3, self.said)

    def test_survivors_are_told_in_the_middle_of_short_puts(self) -> None:
        if not launchers()["openmpi"]:
            self.skipTest("only Open MPI's launcher goes on after deaths")
        env = {"ARAUTO_ON_FAILURE": "continue"}
        for ranks, victim in some(((1, "b"), (2, "a"))):
            job = self.under_way("openmpi", ranks, PROGRAM, "survive-stream", **env)
            with job as (hosts, _):
                time.sleep(0.3)  # so that rows are under way
                self.says(hosts, victim, f"kill -9 {self.images(hosts, victim)[-1]}")
                self.sees_no_image(hosts)
            self.assertEqual(self.said.count("told"), 2 * ranks - 1, self.said)

    def test_who_was_given_up_ends_and_changes_nothing_any_more(self) -> None:
        if not launchers()["openmpi"]:
            self.skipTest("only Open MPI's launcher goes on after deaths")
        env = {"ARAUTO_ON_FAILURE": "continue", "ARAUTO_HEARTBEAT": str(SILENCE_MS)}
        for count, victim, words in some(((2, "b", 1), (3, "b", LONG), (3, "a", 1))):
            job = self.under_way("openmpi", 1, PROGRAM, "go-on", str(words), count=count, **env)
            with self.subTest(f"{victim} of {count}, {words}"), job as (hosts, running):
                hosts.cut(victim)
                wait_until(
                    lambda at=victim: not self.images(hosts, at), "the process that is cut off ends"
                )
                hosts.restore(victim)
                time.sleep(SILENCE_MS / 1000)  # what was on its way from there has arrived
                for name in hosts.names:
                    self.assertEqual(len(self.images(hosts, name)), int(name != victim), name)
                running.kill()
            self.assertIn("that the job goes on without it", self.complained)

    def test_a_lost_link_costs_one_host(self) -> None:
        if not launchers()["openmpi"]:
            self.skipTest("only Open MPI's launcher goes on after deaths")
        pairs = ((3, "b", "c"), (3, "a", "b"), (3, "c", "a"), (4, "a", "c"))
        for count, one, other in some(pairs):
            with self.subTest(f"{one} and {other} of {count}"):
                self.runs_without_a_link(count, one, other)
                recovered = self.said.count(f"recovered in a team of {count - 1}")
                self.assertEqual(recovered, count - 1, self.said)
                given_up = self.said.count("that the job goes on without it")
                self.assertEqual(given_up, 1, self.said)

    def runs_without_a_link(self, count: int, one: str, other: str) -> None:
        """A job in which two hosts no longer reach each other, to its end."""
        env = {"ARAUTO_ON_FAILURE": "continue", "ARAUTO_HEARTBEAT": str(SILENCE_MS)}
        with Hosts(count) as hosts, self.saying_in_a_file(hosts, "openmpi", 1, "recover", **env):
            time.sleep(1)  # so that each knows the others, which launchers help with
            hosts.cut_link(one, other)
            self.sees_no_image(hosts)

    def test_who_was_stopped_and_given_up_ends_and_changes_nothing_any_more(self) -> None:
        if not launchers()["openmpi"]:
            self.skipTest("only Open MPI's launcher goes on after deaths")
        env = {"ARAUTO_ON_FAILURE": "continue", "ARAUTO_HEARTBEAT": str(SILENCE_MS)}
        jobs = ((2, "b", 1), (2, "b", LONG), (3, "a", 1), (3, "c", LONG))
        for count, victim, words in some(jobs):
            job = self.under_way("openmpi", 1, PROGRAM, "go-on", str(words), count=count, **env)
            with self.subTest(f"{victim} of {count}, {words}"), job as (hosts, running):
                time.sleep(0.3)  # so that puts are under way
                stopped = self.images(hosts, victim)[0]
                self.says(hosts, victim, f"kill -STOP {stopped}")
                for _ in range(count - 1):
                    self.assertIn("told", running.stdout.readline())
                self.says(hosts, victim, f"kill -CONT {stopped}")
                wait_until(
                    lambda at=victim: not self.images(hosts, at),
                    "the process that was stopped ends",
                )
                time.sleep(0.5)  # what was on its way from there has arrived
                left = {name: len(self.images(hosts, name)) for name in hosts.names}
                running.kill()
            self.assertEqual(left, {name: int(name != victim) for name in left}, self.complained)
            self.assertEqual(self.complained.count("that the job goes on without it"), 1)


class Silence(JobsTest):
    """Images that say nothing to each other, under a launcher that is stopped with its daemons: so
    nobody tells, and signs of life are waited for without end."""

    @contextmanager
    def unwatched(
        self, launcher: str, count: int, ranks: int, mode: str = "look-on"
    ) -> Iterator[Hosts]:
        """Such a job, for some time."""
        env = {"ARAUTO_HEARTBEAT": "0"}
        with Hosts(count) as hosts, self.saying_in_a_file(hosts, launcher, ranks, mode, **env):
            for name in hosts.names:
                everyone = [line.split()[0] for line in hosts.processes(name)]
                others = sorted(set(everyone) - set(self.images(hosts, name)))
                self.says(hosts, name, f"kill -STOP {' '.join(others)}")
            time.sleep(UNHEARD_S)  # for signs of life
            self.assertEqual(self.count("told"), 0)
            yield hosts

    def test_a_stopped_process_lives_and_a_killed_one_does_not(self) -> None:
        for launcher in self.each():
            for count, victim in some(((2, "b"), (3, "a"))):
                job = self.unwatched(launcher, count, 1)
                with self.subTest(f"{launcher}, {victim} of {count}"), job as hosts:
                    image = self.images(hosts, victim)[0]
                    self.says(hosts, victim, f"kill -STOP {image}")
                    time.sleep(UNHEARD_S)
                    self.assertEqual(self.count("told"), 0)
                    self.says(hosts, victim, f"kill -KILL {image}")
                    wait_until(lambda n=count - 1: self.count("told") == n, "all are told")

    def test_all_processes_of_a_host_are_killed(self) -> None:
        for launcher in self.each():
            with self.subTest(launcher), self.unwatched(launcher, 3, 2) as hosts:
                self.says(hosts, "b", f"kill -KILL {' '.join(self.images(hosts, 'b'))}")
                wait_until(lambda: self.count("told") == 4, "all are told")

    def send(self, hosts: Hosts, name: str, what: str) -> None:
        """Send a signal to the images of a host."""
        self.says(hosts, name, f"kill -{what} {' '.join(self.images(hosts, name))}")

    def test_who_has_stopped_tells_of_a_death(self) -> None:
        for launcher in self.each():
            job = self.unwatched(launcher, 2, 1, "stop-at-signal")
            with self.subTest(launcher), job as hosts:
                self.send(hosts, "a", "USR1")
                wait_until(lambda: self.count("heard") == 1, "the first stops")
                self.send(hosts, "b", "KILL")
                wait_until(lambda: self.count("has died") == 1, "the death is told")
                self.assertEqual(self.count("left"), 0)

    def test_nobody_waits_for_who_dies_after_it_has_stopped(self) -> None:
        for launcher in self.each():
            for victim in some(("a", "b")):
                job = self.unwatched(launcher, 3, 1, "stop-at-signal")
                with self.subTest(f"{launcher}, {victim}"), job as hosts:
                    self.send(hosts, victim, "USR1")
                    wait_until(lambda: self.count("heard") == 1, "one stops")
                    time.sleep(1)  # until the others have been notified
                    self.send(hosts, victim, "KILL")
                    for name in {"a", "b", "c"} - {victim}:
                        self.send(hosts, name, "USR1")
                    wait_until(lambda: self.count("left") == 2, "the others leave")
                    self.assertEqual(self.count("has died"), 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
