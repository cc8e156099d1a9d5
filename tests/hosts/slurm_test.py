# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Jobs that srun starts over several hosts, by each process manager interface."""

from __future__ import annotations

import ctypes
import signal
import subprocess
import sys
from typing import ClassVar

from cases import (
    ARAUTO,
    CANNOT_ARRANGE,
    PROGRAMS,
    WATCHDOG_S,
    HostsTest,
    main,
    some,
    wait_until,
)
from hosts import Hosts
from slurm import Slurm, missing
from standstill_test import TOLD, read_states, states_program

PROGRAM = str(PROGRAMS / "launcher_program")
RANKS = 4
WAYS = {"pmi2": "PMI-1", "pmix": "PMIx", "none": "PMI-1"}  # what processes then speak


def can_be_used(way: str) -> bool:
    """Without help of Slurm's, processes need a library, which is a package of its own."""
    if way != "none":
        return True
    try:
        ctypes.CDLL("libpmi.so.0")
    except OSError:
        print("srun --mpi=none is left out: there is no libpmi.so.0 here (package libpmi0)")
        return False
    return True


class SlurmTest(HostsTest):
    """Two hosts that Slurm serves, for all tests of a class."""

    hosts: ClassVar[Hosts]
    slurm: ClassVar[Slurm]
    ways: ClassVar[list[str]]

    @classmethod
    def setUpClass(cls) -> None:
        cls.hosts = Hosts(2)
        cls.addClassCleanup(cls.hosts.close)
        cls.slurm = Slurm(cls.hosts)
        cls.addClassCleanup(cls.slurm.close)
        offered = cls.hosts.run("a", ["srun", "--mpi=list"], cls.slurm.env)
        words = (offered.stdout + offered.stderr).split()
        cls.ways = [way for way in WAYS if way in words and can_be_used(way)]

    @staticmethod
    def srun(way: str, *options: str) -> list[str]:
        """The beginning of a command that starts two ranks on each host."""
        return ["srun", f"--mpi={way}", "-N2", f"-n{RANKS}", "--ntasks-per-node=2", *options]

    def runs(self, way: str, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
        """A step's end; afterwards none of its processes is left."""
        command = [*self.srun(way), *words]
        done = self.hosts.run("a", command, {**self.slurm.env, **env}, WATCHDOG_S)
        self.sees_no_image()
        return done

    def images(self, name: str) -> list[str]:
        """Numbers, on a host, of the processes of our programs there."""
        return self.commands(name, str(PROGRAMS))

    def commands(self, name: str, start: str) -> list[str]:
        """Numbers, on a host, of processes whose command begins so."""
        lines = [line.split(maxsplit=1) for line in self.hosts.processes(name)]
        return [number for number, command in lines if command.startswith(start)]

    def sees_no_image(self) -> None:
        """Wait until no image runs on any host."""
        for name in self.hosts.names:
            wait_until(lambda at=name: not self.images(at), f"no image runs on {name}")


class Steps(SlurmTest):
    """A step is a job."""

    def test_every_rank_has_its_place(self) -> None:
        for way in self.ways:
            done = self.runs(way, str(PROGRAMS / "rank_nodes"))
            expected = f"nodes 0,0,1,1 by {WAYS[way]}\n"
            self.assertEqual((done.returncode, done.stdout), (0, expected), done)

    def test_programs_run_as_under_other_launchers(self) -> None:
        names = ("c_capi_events", "c_capi_collectives", "f_control_teams")
        for way in self.ways:
            for name in some(names, way):
                with self.subTest(f"{way} {name}"):
                    done = self.runs(way, str(PROGRAMS / name))
                    self.assertEqual(done.returncode, 0, done)

    def test_stop_codes_and_error_stops(self) -> None:
        for way in self.ways:
            with self.subTest(way):
                self.assertEqual(self.runs(way, PROGRAM, "stop", *"5555").returncode, 5)
                done = self.runs(way, PROGRAM, "error", "4", "42")
                self.assertNotEqual(done.returncode, 0)
                ours = [line for line in done.stderr.split("\n") if line.startswith("arauto")]
                self.assertEqual(ours, ["arauto: rank 3: the test asked for it"], done)

    def test_the_command_hands_the_job_to_srun(self) -> None:
        env = {**self.slurm.env, "ARAUTO_LAUNCHER": "srun", "SLURM_MPI_TYPE": self.ways[-1]}
        words = [ARAUTO, "run", "--hosts", "a:2,b:2", "-n", str(RANKS), PROGRAM, "hello"]
        done = self.hosts.run("a", words, env, WATCHDOG_S)
        said = sorted(done.stdout.split("\n")[:-1])
        self.assertEqual(said, [f"hello {i + 1} of {RANKS}" for i in range(RANKS)], done)
        self.assertEqual(done.returncode, 0, done)


class Ends(SlurmTest):
    """Images that fail, processes that die."""

    def test_a_failed_image_is_known_everywhere(self) -> None:
        for way in self.ways:
            with self.subTest(way):
                done = self.runs(way, PROGRAM, "fail", "2")
                told = sorted(line for line in done.stdout.split("\n") if line.startswith("told"))
                self.assertEqual((done.returncode, told), (0, ["told 1", "told 3", "told 4"]), done)

    def test_a_death_ends_the_job(self) -> None:
        for way in self.ways:
            with self.subTest(way):
                done = self.runs(way, PROGRAM, "die", "3", str(int(signal.SIGKILL)))
                self.assertNotEqual(done.returncode, 0, done)

    def test_two_that_cannot_start_end_the_step_with_one_sentence(self) -> None:
        for way in self.ways:
            for ranks in some(("1|2", "2|3")):  # of both hosts, of one
                line = f'case $SLURM_PROCID in {ranks}) export ARAUTO_HEARTBEAT=x;; esac; exec "$@"'
                with self.subTest(f"{way} {ranks}"):
                    done = self.runs(way, "sh", "-c", line, "sh", PROGRAM, "hello")
                    self.assertNotEqual(done.returncode, 0, done)
                    ours = [said for said in done.stderr.split("\n") if "ARAUTO" in said]
                    self.assertEqual(len(ours), 1, done)
                    self.assertTrue(ours[0].startswith("arauto: the setting"), done)

    def test_a_wrong_way_of_one_is_not_taken(self) -> None:
        for way in self.ways:
            line = 'case $SLURM_PROCID in 1|2) export ARAUTO_BOOT=x;; esac; exec "$@"'
            with self.subTest(way):
                done = self.runs(way, "sh", "-c", line, "sh", PROGRAM, "hello")
                self.assertEqual(done.returncode, 0, done)
                self.assertEqual(done.stdout.count(f"of {RANKS}"), RANKS, done)


class StepSurvivors(SlurmTest):
    """A job goes on after a death."""

    def test_survivors_on_both_hosts_are_told_of_a_death(self) -> None:
        for way in some(("pmi2", "none")):  # by PMIx, Slurm ends a step when a process dies
            with self.subTest(way):
                running = self.hosts.start(
                    "a", [*self.srun(way, "--kill-on-bad-exit=0"), PROGRAM, "survive"],
                    {**self.slurm.env, "ARAUTO_ON_FAILURE": "continue"},
                    stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                )  # fmt: skip
                for _ in range(RANKS):
                    self.assertIn("ready", running.stdout.readline())  # type: ignore[union-attr]
                self.says(self.hosts, "b", f"kill -9 {self.images('b')[0]}")
                self.sees_no_image()
                said = running.communicate(timeout=WATCHDOG_S)[0]
                self.assertEqual(said.count("told"), RANKS - 1, said)


class StepStandstills(SlurmTest):
    """A step in which nothing moves, on one host and on two."""

    def test_it_says_where_all_images_wait(self) -> None:
        program = str(states_program(self))
        for way in self.ways:
            for hosts in (1, 2):
                with self.subTest(f"{way} {hosts}"):
                    words = ["srun", f"--mpi={way}", f"-N{hosts}", f"-n{RANKS}"]
                    words += [f"--ntasks-per-node={RANKS // hosts}", program]
                    running = self.hosts.start(
                        "a", words, {**self.slurm.env, "ARAUTO_HANG": "1"},
                        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                    )  # fmt: skip
                    self.assertEqual(read_states(self, running), TOLD)
                    running.terminate()
                    running.communicate(timeout=WATCHDOG_S)
                    for name in self.hosts.names:
                        wait_until(
                            lambda at=name: not self.commands(at, program), f"{name} runs no image"
                        )


if __name__ == "__main__":
    if missing():
        print(f"skipped: there is no {missing()} of Slurm here")
        sys.exit(CANNOT_ARRANGE)
    sys.exit(main(sys.argv[1:]))
