# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Programs between hosts: test programs of one machine run on several, and end in the same way."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

from cases import ARAUTO, NO_LAUNCHER, PROGRAMS, HostsTest, job, launchers, main, some, wait_until
from hosts import Hosts

FAULTS = "delay=100us,reorder=1,again=5%,seed=3"


class ProgramsTest(HostsTest):
    """Runs programs of the other tests."""

    def passes(self, launcher: str, count: int, ranks: int, *names: str, **env: str) -> None:
        with Hosts(count) as hosts:
            for name in some(names, self.id()):
                if not (PROGRAMS / name).exists():
                    self.skipTest(f"{name} is not compiled with the gfortran that is here")
                with self.subTest(name):
                    done = self.across(launcher, hosts, ranks, [str(PROGRAMS / name)], env)
                    self.assertEqual(done.returncode, 0, (name, done))


class Spread(ProgramsTest):
    """The same programs as on one machine."""

    def test_the_c_interface_on_two_hosts(self) -> None:
        self.passes("mpich", 2, 1, "c_capi_sections", "c_capi_events", "c_capi_collectives",
                    "c_capi_edges", "c_capi_errors_data", "c_capi_phases")  # fmt: skip

    def test_two_ranks_on_each_host(self) -> None:
        self.passes("openmpi", 2, 2, "c_capi_events", "c_capi_pairwise", "c_notify_tagged")

    def test_three_hosts(self) -> None:
        self.passes("mpich", 3, 1, "c_capi_collectives", "c_capi_memory", "c_notify_counting")

    def test_four_hosts(self) -> None:
        self.passes("openmpi", 4, 1, "c_capi_phases", "c_capi_errors_control")

    def test_a_slow_and_disorderly_network(self) -> None:
        self.passes("mpich", 2, 1, "c_capi_phases", "c_capi_pieces", ARAUTO_FAULT=FAULTS)


class Coarrays(ProgramsTest):
    """Coarray Fortran, unchanged."""

    def test_two_hosts(self) -> None:
        self.passes("openmpi", 2, 2, "f_control_sync", "f_control_events", "f_control_teams",
                    "f_data_sections", "f_data_components", "f_data_transfers")  # fmt: skip

    def test_three_hosts(self) -> None:
        self.passes("mpich", 3, 1, "f_control_collectives", "f_notify_fortran_notify")

    def test_a_slow_and_disorderly_network(self) -> None:
        self.passes("mpich", 2, 1, "f_data_derived", "f_control_events", ARAUTO_FAULT=FAULTS)


class Command(HostsTest):
    """`arauto run --hosts`, and what it says of bad input."""

    def setUp(self) -> None:
        """It hands jobs to a launcher."""
        if not any(launchers().values()):
            self.skipTest(NO_LAUNCHER)

    def run_on(
        self, hosts: Hosts, names: str, *words: str, **env: str
    ) -> subprocess.CompletedProcess[str]:
        command = [ARAUTO, "run", "--hosts", names, *words]
        root = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
        done = hosts.run("a", command, {**root, **env})
        for name in hosts.alive():
            self.sees_nothing_left(hosts, name)
        return done

    def complains(self, done: subprocess.CompletedProcess[str], what: str) -> None:
        """One sentence of ours, and a status that is not 0."""
        self.assertNotEqual(done.returncode, 0, done)
        lines = [line for line in done.stderr.splitlines() if line.startswith("arauto")]
        self.assertEqual(len(lines), 1, done)
        self.assertIn(what, lines[0])

    def test_it_runs_there(self) -> None:
        with Hosts(2) as hosts:
            done = self.run_on(hosts, "a,b", "-n", "4", str(PROGRAMS / "c_capi_edges"))
            self.assertEqual(done.returncode, 0, done)

    def test_unknown_hosts(self) -> None:
        with Hosts(2) as hosts:
            done = self.run_on(hosts, "a,nowhere", "-n", "2", str(PROGRAMS / "c_capi_edges"))
            self.complains(done, "'nowhere'")

    def test_settings_that_name_what_is_not_there(self) -> None:
        wrong = {
            "ARAUTO_PROVIDER": "nonsense",
            "ARAUTO_INTERFACE": "eth9",
            "ARAUTO_FAULT": "delya=5us",
            "ARAUTO_COUNTERS": "/nowhere/counts.txt",
        }
        for name, value in wrong.items():
            with Hosts(2) as hosts:
                program = str(PROGRAMS / "c_capi_edges")
                done = self.run_on(hosts, "a,b", "-n", "4", program, **{name: value})
                self.complains(done, value)

    def test_a_port_that_is_taken(self) -> None:
        only = ["/usr/bin/env", "FI_TCP_PORT_LOW_RANGE=4711", "FI_TCP_PORT_HIGH_RANGE=4711"]
        with Hosts(2) as hosts:
            program = str(PROGRAMS / "c_capi_edges")
            done = self.run_on(hosts, "a,b", "-n", "2", *only, program)
            self.assertEqual(done.returncode, 0, done)  # one on each host has it for itself
            done = self.run_on(hosts, "a:2,b:2", "-n", "4", *only, program)
            self.complains(done, "the network (tcp;ofi_rxm")

    def test_a_limit_on_registered_memory(self) -> None:
        with Hosts(2) as hosts:
            program = str(PROGRAMS / "c_capi_edges")
            limit = {"ARAUTO_FAULT": "locked=65536", "ARAUTO_REGISTRATION": "pool"}
            done = self.run_on(hosts, "a,b", "-n", "4", program, **limit)
            self.complains(done, "(ulimit -l)")


class Epochs(ProgramsTest):
    """Epochs that overlap, over hosts: each engine is its own process's."""

    def test_two_hosts(self) -> None:
        self.passes("mpich", 2, 1, "c_epochs_ring", "c_epochs_overlap", "c_epochs_last")

    def test_two_ranks_on_each_host(self) -> None:
        self.passes("openmpi", 2, 2, "c_epochs_last")

    def test_three_hosts(self) -> None:
        self.passes("mpich", 3, 1, "c_epochs_reorder", "c_epochs_patterns")

    def test_four_hosts(self) -> None:
        self.passes("openmpi", 4, 1, "c_epochs_last")

    def test_locks_that_are_granted_when_all_others_have_stopped(self) -> None:
        self.passes("mpich", 4, 1, "c_epochs_last", ARAUTO_TEST_CASE="2")
        self.passes("openmpi", 2, 2, "c_epochs_last", ARAUTO_TEST_CASE="2")

    def test_locks_that_are_never_granted(self) -> None:
        self.passes("mpich", 3, 1, "c_epochs_last", ARAUTO_TEST_CASE="5")


class Failures(HostsTest):
    """Dead processes, dead hosts, cut links: never a hang."""

    def started(
        self, hosts: Hosts, launcher: str, *words: str, **env: str
    ) -> subprocess.Popen[str]:
        """A job of one rank on each host, which prints 'ready' on each."""
        settings = {"ARAUTO_HEARTBEAT": "1000", **env}
        command = job(launcher, hosts, 1, [str(PROGRAMS / "launcher_program"), *words], settings)
        running = hosts.start(
            "a", command, settings, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self.addCleanup(running.communicate)
        self.addCleanup(running.kill)
        for _ in hosts.names:
            self.assertIn("ready", running.stdout.readline())  # type: ignore[union-attr]
        return running

    def end(self, hosts: Hosts, running: subprocess.Popen[str]) -> None:
        """Our processes end; then the launcher does, with a status that is not 0.

        Launchers wait for silent hosts as long as TCP does, so that links are restored for them.
        """
        wait_until(
            lambda: not any(self.ranks_on(hosts, name) for name in hosts.alive()),
            "all ranks have ended",
        )
        for name in hosts.alive():
            hosts.restore(name)
        try:
            running.communicate(timeout=240)
        except subprocess.TimeoutExpired:
            left = {name: hosts.processes(name) for name in hosts.alive()}
            raise AssertionError(f"the launcher hangs: {left}") from None
        finally:
            running.kill()
        self.assertNotEqual(running.returncode, 0)

    @staticmethod
    def ranks_on(hosts: Hosts, name: str) -> list[str]:
        """The process numbers of the job's ranks on a host, as it counts them."""
        words = [line.split() for line in hosts.processes(name)]
        return [word[0] for word in words if word[1].endswith("/launcher_program")]

    def kill_rank_of(self, hosts: Hosts, name: str, running: subprocess.Popen[str]) -> None:
        """Kill the job's process on a host."""
        pids = self.ranks_on(hosts, name)
        if len(pids) != 1:
            running.kill()
            self.fail(f"{name} runs {hosts.processes(name)}; the job said {running.communicate()}")
        hosts.run(name, ["kill", f"-{int(signal.SIGKILL)}", pids[0]])

    def both(self) -> list[str]:
        found = [name for name, command in launchers().items() if command]
        if not found:
            self.skipTest(NO_LAUNCHER)
        return found

    def test_a_killed_process_ends_the_job_on_all_hosts(self) -> None:
        for launcher in some(self.both(), self.id()):
            with self.subTest(launcher), Hosts(3) as hosts:
                running = self.started(hosts, launcher, "traffic")
                self.kill_rank_of(hosts, "b", running)
                self.end(hosts, running)

    def test_a_killed_host_ends_the_job(self) -> None:
        for launcher in some(self.both(), self.id()):
            with self.subTest(launcher), Hosts(3) as hosts:
                running = self.started(hosts, launcher, "traffic")
                hosts.kill("c")
                self.end(hosts, running)

    def test_a_host_without_power_ends_the_job(self) -> None:
        for launcher in some(self.both(), self.id()):
            with self.subTest(launcher), Hosts(3) as hosts:
                running = self.started(hosts, launcher, "traffic")
                hosts.power_off("c")
                self.end(hosts, running)

    def test_a_link_that_comes_back_soon_is_no_failure(self) -> None:
        with Hosts(2) as hosts:
            running = self.started(hosts, "mpich", "traffic", ARAUTO_HEARTBEAT="20000")
            hosts.cut("b")
            time.sleep(0.5)
            hosts.restore("b")
            time.sleep(1)
            self.assertIsNone(running.poll())
            running.kill()
            running.communicate()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
