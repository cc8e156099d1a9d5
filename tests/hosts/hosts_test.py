# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of the pretended hosts themselves, and that launchers see several of them."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from cases import HostsTest, main, wait_until
from hosts import PYTHON, Hosts

ALLOWED = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
ECHO = [*PYTHON, "-c"]
LISTEN = """
import socket
listener = socket.create_server(("10.77.0.2", 5000))
print("ready", flush=True)
talk, _ = listener.accept()
while word := talk.recv(64):
    talk.send(word)
"""
TALK = """
import socket, sys, time
talk = socket.create_connection(("10.77.0.2", 5000), 20)
for line in sys.stdin:
    talk.send(line.encode())
    print("got", talk.recv(64).decode(), end="", flush=True)
"""


class Harness(HostsTest):
    """Pretended hosts behave as the other tests expect."""

    def test_each_host_has_a_name_and_an_address_of_its_own(self) -> None:
        with Hosts(3, nets=2) as hosts:
            for number, name in enumerate(hosts.names):
                self.assertEqual(self.says(hosts, name, "hostname"), name)
                shown = self.says(hosts, name, "ip -4 -o address")
                self.assertIn(f" 10.77.0.{number + 1}/24", shown)
                self.assertIn(f" 10.77.1.{number + 1}/24", shown)
            self.assertEqual(self.says(hosts, "a", "ssh -x c hostname"), "c")
            done = hosts.run("a", ["ssh", "nobody", "true"])
            self.assertEqual(done.returncode, 255)
            self.assertIn("nobody", done.stderr)

    def test_a_status_and_a_signal_come_back(self) -> None:
        with Hosts(2) as hosts:
            self.assertEqual(hosts.run("b", ["sh", "-c", "exit 3"]).returncode, 3)
            self.assertEqual(hosts.run("b", ["sh", "-c", "kill -9 $$"]).returncode, 128 + 9)
            self.assertEqual(hosts.run("a", ["ssh", "b", "exit 4"]).returncode, 4)

    def test_a_cut_cable_holds_words_until_it_is_restored(self) -> None:
        with Hosts(2) as hosts:
            listener = hosts.start("b", [*ECHO, LISTEN], stdout=subprocess.PIPE)
            self.assertEqual(listener.stdout.readline(), "ready\n")  # type: ignore[union-attr]
            talker = hosts.start("a", [*ECHO, TALK], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            self.assertEqual(self.answer(talker, "one\n"), "got one\n")
            hosts.cut("b")
            talker.stdin.write("two\n")  # type: ignore[union-attr]
            talker.stdin.flush()  # type: ignore[union-attr]
            os.set_blocking(talker.stdout.fileno(), False)  # type: ignore[union-attr]
            time.sleep(0.3)
            self.assertEqual(talker.stdout.readline(), "")  # type: ignore[union-attr]
            os.set_blocking(talker.stdout.fileno(), True)  # type: ignore[union-attr]
            hosts.restore("b")
            self.assertEqual(talker.stdout.readline(), "got two\n")  # type: ignore[union-attr]
            talker.communicate()
            listener.communicate()

    @staticmethod
    def answer(talker: subprocess.Popen[str], word: str) -> str:
        """Say a word and hear what comes back."""
        talker.stdin.write(word)  # type: ignore[union-attr]
        talker.stdin.flush()  # type: ignore[union-attr]
        return str(talker.stdout.readline())  # type: ignore[union-attr]

    def test_a_killed_host_runs_nothing_and_the_others_go_on(self) -> None:
        with Hosts(3) as hosts:
            sleeper = hosts.start("b", ["sleep", "1000"])
            wait_until(lambda: bool(hosts.processes("b")), "the host runs it")
            hosts.kill("b")
            self.assertNotEqual(sleeper.wait(60), 0)
            self.assertEqual(hosts.alive(), ["a", "c"])
            self.assertEqual(self.says(hosts, "a", "ssh c hostname"), "c")
            self.assertEqual(hosts.run("a", ["ssh", "b", "true"]).returncode, 255)

    def test_what_the_test_started_ends_with_it(self) -> None:
        with Hosts(2) as hosts:
            sleeper = hosts.start("b", ["sh", "-c", "sleep 1000; true"])
            wait_until(lambda: len(hosts.processes("b")) == 2, "the host runs both")
            sleeper.kill()
            sleeper.wait()
            wait_until(lambda: not hosts.processes("b"), "the host runs neither")

    def test_a_killed_test_leaves_nothing(self) -> None:
        mark = f"1000.{os.getpid()}"
        outer = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("hosts.py")), "2", "ssh", "b",
             f"sleep {mark}"]
        )  # fmt: skip
        wait_until(lambda: bool(running(f"sleep {mark}")), "it runs")
        outer.send_signal(signal.SIGKILL)
        outer.wait()
        wait_until(lambda: not running(mark), "nothing is left")


def running(mark: str) -> list[str]:
    """Commands on this machine that contain the mark."""
    found = []
    for folder in Path("/proc").iterdir():
        try:
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except (OSError, ValueError):
            continue
        if folder.name.isdigit() and mark in command:
            found.append(command)
    return found


class Launchers(HostsTest):
    """One daemon for each host, as in the field, over ssh as they call it."""

    COUNTS = (2, 4)

    def check(self, hosts: Hosts, command: list[str], rank: str) -> None:
        """Every host has two ranks of the job, and runs nothing afterwards."""
        count = 2 * len(hosts.names)
        words = ["-n", str(count), "sh", "-c", f"echo rank ${rank} on $(hostname)"]
        done = hosts.run("a", [*command, *words], ALLOWED)
        self.assertEqual(done.returncode, 0, done)
        said = sorted(line for line in done.stdout.splitlines() if line.startswith("rank "))
        self.assertEqual(said, [f"rank {i} on {hosts.names[i // 2]}" for i in range(count)], done)
        for name in hosts.names:
            self.sees_nothing_left(hosts, name)

    def test_open_mpi_starts_a_daemon_on_each_host(self) -> None:
        mpirun = shutil.which("mpirun.openmpi")
        if mpirun is None:
            self.skipTest("there is no mpirun.openmpi here")
        for count in self.COUNTS:
            with Hosts(count) as hosts:
                slots = ",".join(f"{name}:2" for name in hosts.names)
                self.check(hosts, [mpirun, "--host", slots, "--bind-to", "none", "--map-by",
                                   "slot", "--oversubscribe"], "OMPI_COMM_WORLD_RANK")  # fmt: skip

    def test_mpich_starts_a_daemon_on_each_host(self) -> None:
        mpiexec = shutil.which("mpiexec.mpich")
        if mpiexec is None:
            self.skipTest("there is no mpiexec.mpich here")
        for count in self.COUNTS:
            with Hosts(count) as hosts:
                self.check(hosts, [mpiexec, "-hosts", ",".join(hosts.names), "-ppn", "2"],
                           "PMI_RANK")  # fmt: skip


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
