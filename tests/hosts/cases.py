# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Shared by tests with pretended hosts: they are skipped, with a reason, on machines that cannot
have any."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import unittest
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import hosts as pretended
import processes
from processes import CANNOT_ARRANGE, WATCHDOG_S, wait_until
from tier import IS_GATE, share_of

ARAUTO = os.environ.get("ARAUTO", "arauto")
PROGRAMS = Path(os.environ.get("ARAUTO_TEST_PROGRAMS", "."))
LAUNCHERS = {"openmpi": "mpirun.openmpi", "mpich": "mpiexec.mpich"}
PACKAGES = {"openmpi": "openmpi-bin", "mpich": "mpich"}  # of Debian
NO_LAUNCHER = (
    "jobs on several hosts need a launcher: neither mpirun.openmpi nor mpiexec.mpich is installed"
)

T = TypeVar("T")


def some(cases: Sequence[T], name: str = "") -> Sequence[T]:
    """All cases of a test; in the gate one, which follows from the name."""
    if not IS_GATE:
        return cases
    chosen = share_of(name, len(cases))
    return cases[chosen : chosen + 1]


def ours() -> dict[str, str]:
    """The settings that this test was given, which all ranks of a job must have."""
    return {k: v for k, v in os.environ.items() if k.startswith("ARAUTO_")}


def launchers() -> dict[str, str]:
    """The launchers that this machine has."""
    return {name: shutil.which(command) or "" for name, command in LAUNCHERS.items()}


def job(
    launcher: str, hosts: pretended.Hosts, ranks: int, command: list[str], env: dict[str, str]
) -> list[str]:
    """The words that start so many ranks of a command on each host; settings go along.

    Skips the test where that launcher is not installed.
    """
    if not launchers()[launcher]:
        raise unittest.SkipTest(
            f"{LAUNCHERS[launcher]} is not installed (package {PACKAGES[launcher]})"
        )
    count = ["-n", str(ranks * len(hosts.names))]
    if launcher == "openmpi":
        slots = ",".join(f"{name}:{ranks}" for name in hosts.names)
        words = ["--allow-run-as-root", "--host", slots, "--bind-to", "none", "--oversubscribe"]
        for name in {**env, **ours()}:
            words += ["-x", name]
    else:
        words = ["-hosts", ",".join(hosts.names), "-ppn", str(ranks)]
    return [launchers()[launcher], *words, *count, *command]


class HostsTest(unittest.TestCase):
    """A test with hosts."""

    def across(
        self,
        launcher: str,
        hosts: pretended.Hosts,
        ranks: int,
        command: list[str],
        env: dict[str, str] | None = None,
        timeout: float = WATCHDOG_S,
    ) -> subprocess.CompletedProcess[str]:
        """Run a job with so many ranks on each host; afterwards none runs anything."""
        env = ours() | (env or {})
        words = job(launcher, hosts, ranks, command, env)
        done = hosts.run("a", words, env, timeout)
        for name in hosts.alive():
            self.sees_nothing_left(hosts, name)
        return done

    def says(self, hosts: pretended.Hosts, name: str, line: str) -> str:
        """The output of a line of shell on a host; the line must succeed."""
        done = hosts.run(name, ["sh", "-c", line])
        self.assertEqual(done.returncode, 0, done)
        return str(done.stdout).strip()

    def sees_nothing_left(self, hosts: pretended.Hosts, name: str) -> None:
        """Wait until a host runs nothing more."""
        wait_until(lambda: not hosts.processes(name), f"{name} runs nothing more")


def main(cases: list[str]) -> int:
    """Runs the named test cases; CANNOT_ARRANGE with a sentence when this machine does not allow
    hosts."""
    try:
        with pretended.Hosts(1):
            pass
    except pretended.CannotArrange as reason:
        print(f"skipped: there are no pretended hosts: {reason}")
        return CANNOT_ARRANGE
    return processes.main(cases)
