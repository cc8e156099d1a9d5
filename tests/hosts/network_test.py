# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The network transport between hosts: held to its contract over real links, with faults, and the
ports that it opens."""

from __future__ import annotations

import re
import subprocess
import sys

from cases import PROGRAMS, HostsTest, job, main, wait_until
from hosts import Hosts

CONFORMANCE = [str(PROGRAMS / "transport_conformance")]
OFI = {"ARAUTO_TEST_TRANSPORT": "ofi"}


class Network(HostsTest):
    """The conformance program, its ranks on several hosts."""

    def conforms(self, launcher: str, count: int, **env: str) -> None:
        with Hosts(count) as hosts:
            done = self.across(launcher, hosts, 1, CONFORMANCE, {**OFI, **env})
            self.assertEqual(done.returncode, 0, done)
            self.assertEqual(done.stdout.count(f"on {count} nodes: all well"), count, done)

    def test_two_hosts_under_open_mpi(self) -> None:
        self.conforms("openmpi", 2)

    def test_two_hosts_under_mpich(self) -> None:
        self.conforms("mpich", 2)

    def test_three_hosts(self) -> None:
        self.conforms("mpich", 3)

    def test_a_slow_and_disorderly_network(self) -> None:
        self.conforms("mpich", 2, ARAUTO_FAULT="delay=500us,reorder=1,again=10%,seed=11")

    def test_a_link_with_delay_and_reordering(self) -> None:
        with Hosts(2) as hosts:
            shaped = [hosts.slow_down(name, "netem delay 1ms 500us reorder 25%") for name in "ab"]
            if not all(shaped):
                self.skipTest("this kernel has no netem; ARAUTO_FAULT stands for it")
            done = self.across("mpich", hosts, 1, CONFORMANCE, OFI)
            self.assertEqual(done.returncode, 0, done)


class Listeners(HostsTest):
    """Which sockets a job opens; those that its processes have from the launcher are not ours."""

    def listening(self, env: dict[str, str]) -> set[str]:
        """Addresses that ranks listen at while a job runs."""
        with Hosts(2, nets=2) as hosts:
            env = {**OFI, "ARAUTO_FAULT": "delay=20ms", **env}  # so that there is time to look
            running = hosts.start(
                "a", job("mpich", hosts, 1, CONFORMANCE, env), env, stdout=subprocess.DEVNULL
            )
            found: set[str] = set()

            def look() -> bool:
                for name in hosts.names:
                    shown = self.says(hosts, name, "ss -Hlntup")
                    found.update(
                        f"{name} {address_of(line)}"
                        for line in shown.splitlines()
                        if set(re.findall(r'"([^"]*)"', line)) == {"transport_confo"}
                    )
                return len(found) >= len(hosts.names)

            wait_until(look, "both ranks listen")
            running.kill()
            running.wait()
            return found

    def test_only_the_chosen_interface_is_listened_at(self) -> None:
        for net in (0, 1):
            found = self.listening({"ARAUTO_INTERFACE": f"eth{net}"})
            self.assertEqual(found, {f"a 10.77.{net}.1", f"b 10.77.{net}.2"})

    def test_no_choice_does_not_mean_all_interfaces(self) -> None:
        found = self.listening({})
        self.assertEqual(len({line.split(".")[2] for line in found}), 1, found)
        self.assertFalse(any(re.search(r" (0\.0\.0\.0|\[::\]|\*)$", line) for line in found), found)


def address_of(line: str) -> str:
    """The local address of a line of `ss`, without its port."""
    return line.split()[4].rpartition(":")[0]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
