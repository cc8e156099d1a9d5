# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""A job over several hosts in which nothing moves says where its images wait, once for all; also
when it is asked, and when a signal ends it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from cases import (
    ARAUTO,
    LAUNCHERS,
    NO_LAUNCHER,
    WATCHDOG_S,
    HostsTest,
    launchers,
    main,
    wait_until,
)
from hosts import Hosts

# With the argument 'late' image 4 computes for SECONDS and then ends the others' wait.
PROGRAM = """\
program states
  use iso_fortran_env, only: event_type, int64
  type(event_type) :: came[*]
  real, allocatable :: a(:)[:]
  character(len=8) :: how
  integer(int64) :: start, now, rate
  call get_command_argument(1, how)
  if (how == 'late' .and. this_image() == num_images()) then
    call system_clock(start, rate)
    do
      call system_clock(now)
      if (now - start > SECONDS*rate) exit
    end do
  end if
  sync all
  if (how == 'late') stop
  select case (this_image())
  case (1)
    allocate (a(10)[*])
  case (4)
    event wait (came)
  case default
    sync all
  end select
end program
"""
HANG_S = 1
TOLD = [
    "image 1: allocate (a(10)[*]), states.f90:19; for images 2 to 4",
    "images 2, 3: sync all, states.f90:23; for images 1, 4",
    "image 4: event wait (came), states.f90:21; has 0, needs 1",
]
MARK = "arauto:   "


def states_program(test: HostsTest) -> Path:
    """Compile the program into a folder that all hosts see, for the time of a test."""
    for needed in (os.environ.get("ARAUTO_FC", "gfortran"), "addr2line"):
        if shutil.which(needed) is None:
            test.skipTest(f"{needed} is not installed")
    folder = Path(tempfile.mkdtemp(prefix="standstill"))
    test.addCleanup(shutil.rmtree, folder)
    (folder / "states.f90").write_text(PROGRAM.replace("SECONDS", str(4 * HANG_S)))
    subprocess.run(
        [ARAUTO, "fc", "-g", "states.f90", "-o", "states"],
        cwd=folder,
        check=True,
        timeout=WATCHDOG_S,
    )
    return folder / "states"


def read_states(test: HostsTest, running: subprocess.Popen[str]) -> list[str]:
    """Read the states that a job tells, as many as there must be."""
    watchdog = threading.Timer(WATCHDOG_S, running.kill)
    watchdog.start()
    told: list[str] = []
    while len(told) < len(TOLD):
        line = running.stderr.readline()  # type: ignore[union-attr]
        test.assertNotEqual(line, "", told)
        if line.startswith(MARK):
            told.append(line.removeprefix(MARK).rstrip("\n"))
    watchdog.cancel()
    return told


class WithStates(HostsTest):
    """Two hosts of two images, under each launcher."""

    def setUp(self) -> None:
        """Compile the program, whose source is on all hosts."""
        if not any(launchers().values()):
            self.skipTest(NO_LAUNCHER)
        self.program = states_program(self)

    def command(
        self, launcher: str, *arguments: str, hang_s: int = HANG_S
    ) -> tuple[list[str], dict[str, str]]:
        words = [ARAUTO, "run", "--hosts", "a:2,b:2", "-n", "4", str(self.program), *arguments]
        return words, {"ARAUTO_LAUNCHER": LAUNCHERS[launcher], "ARAUTO_HANG": str(hang_s)}


class Standstills(WithStates):
    """By themselves."""

    def test_all_images_are_told_once(self) -> None:
        for launcher, path in launchers().items():
            if not path:
                continue
            with self.subTest(launcher), Hosts(2) as hosts:
                words, env = self.command(launcher)
                running = hosts.start("a", words, env, stdout=subprocess.DEVNULL,
                                      stderr=subprocess.PIPE)  # fmt: skip
                told = read_states(self, running)
                running.terminate()
                rest = running.communicate(timeout=WATCHDOG_S)[1]
                self.assertEqual(told, TOLD)
                self.assertNotIn(MARK, rest.partition("arauto: signal")[0])

    def test_a_job_in_which_one_computes_says_nothing(self) -> None:
        for launcher, path in launchers().items():
            if not path:
                continue
            with self.subTest(launcher), Hosts(2) as hosts:
                done = hosts.run("a", *self.command(launcher, "late"), WATCHDOG_S)
                self.assertEqual(done.returncode, 0, done)
                self.assertNotIn("nothing has moved", done.stderr)


class Questions(WithStates):
    """When somebody asks."""

    def where(self, hosts: Hosts, name: str, pid: str) -> list[str]:
        """Ask for the states of a job by a process of a host; none while it starts."""
        done = hosts.run(name, [ARAUTO, "where", pid])
        return list(done.stdout.splitlines())

    def pids(self, hosts: Hosts, name: str, words: str) -> list[str]:
        """Numbers, on a host, of processes whose command begins so."""
        lines = [line.split(maxsplit=1) for line in hosts.processes(name)]
        return [number for number, command in lines if command.startswith(words)]

    def start(self, launcher: str, hosts: Hosts) -> tuple[subprocess.Popen[str], str]:
        """Start a job, and wait until all its images wait. Return it, and its number on host a."""
        words, env = self.command(launcher, hang_s=0)
        running = hosts.start("a", ["setsid", "-w", *words], env, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE)  # fmt: skip
        self.addCleanup(running.wait)
        self.addCleanup(running.kill)
        run = f"{ARAUTO} run"
        wait_until(lambda: bool(self.pids(hosts, "a", run)), "the command runs")
        pid = self.pids(hosts, "a", run)[0]
        wait_until(lambda: self.where(hosts, "a", pid) == TOLD, "all images wait")
        return running, pid

    def end(self, hosts: Hosts, pid: str, number: int) -> None:
        """Send a signal to the command; SIGINT as the terminal does, to all in its foreground."""
        group = f"-{pid}" if number == signal.SIGINT else pid
        line = f"import os; os.kill({group}, {number})"
        done = hosts.run("a", [sys.executable, "-c", line])
        self.assertEqual(done.returncode, 0, done)

    def test_where_tells_of_all_nodes_by_each_process(self) -> None:
        for launcher, path in launchers().items():
            if not path:
                continue
            with self.subTest(launcher), Hosts(2) as hosts:
                running, run = self.start(launcher, hosts)
                for name in ("a", "b"):
                    images = self.pids(hosts, name, str(self.program))
                    self.assertEqual(len(images), 2)
                    for pid in images:
                        self.assertEqual(self.where(hosts, name, pid), TOLD)
                self.end(hosts, run, int(signal.SIGTERM))
                running.communicate(timeout=WATCHDOG_S)

    def test_signals_that_end_the_job_say_it_once(self) -> None:
        for launcher, path in launchers().items():
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGQUIT):
                if not path:
                    continue
                with self.subTest(f"{launcher} {number}"), Hosts(2) as hosts:
                    running, run = self.start(launcher, hosts)
                    self.end(hosts, run, int(number))
                    said = running.communicate(timeout=WATCHDOG_S)[1].splitlines()
                    told = [line.removeprefix(MARK) for line in said if line.startswith(MARK)]
                    self.assertEqual(told, TOLD, said)
                    first = next(line for line in said if line.startswith("arauto: "))
                    self.assertRegex(first, rf"^arauto: signal {int(number)} \(.*\) ends the job")
                    self.assertNotEqual(running.returncode, 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
