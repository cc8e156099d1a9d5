# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""`arauto run --hosts` with a fake launcher that prints its name, its arguments, and the signals
that it gets. tests/hosts runs jobs by real ones."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from jobs import ARAUTO, JobTest, main, wait_until

LAUNCHER = f"""#!{sys.executable}
import os, signal, sys, time
if "--version" in sys.argv:
    print("mpirun (Open MPI) 4.1.4")
    sys.exit()
heard = []
for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGUSR1):
    signal.signal(number, lambda number, _: heard.append(int(number)))
print("ready", sys.argv[0], flush=True)
while "wait" in sys.argv and not heard:
    time.sleep(0.01)
time.sleep(0.3 if "wait" in sys.argv else 0)  # a second signal would be heard
print("heard", *heard, flush=True)
sys.exit(int(sys.argv[-1]))
"""


class RunHosts(JobTest):
    """Tests how the command treats launchers, hosts and signals."""

    def setUp(self) -> None:
        """Make folders for launchers."""
        super().setUp()
        self.made = tempfile.TemporaryDirectory()
        self.addCleanup(self.made.cleanup)
        self.top = Path(self.made.name)

    def put_launcher(self, folder: str, name: str = "mpirun") -> str:
        """Put a launcher there; return the folder."""
        path = self.top / folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(LAUNCHER)
        path.chmod(0o755)
        return str(path.parent)

    def run_by(self, path: str, *words: str, **more: object):
        """Start a program on this host by the launchers of this PATH."""
        env = {"PATH": path, **dict(more.pop("env", {}))}  # type: ignore[call-overload]
        command = [ARAUTO, "run", "--hosts", "localhost", "program", *words]
        return self.start_command(*command, env=env, **more)

    def test_a_folder_may_have_a_quote_in_its_name(self) -> None:
        for name in ("it's", 'a "b"', "$(c)", "d e"):
            folder = self.put_launcher(name)
            ended = self.run_by(folder, "0").end()
            self.assertEqual((ended.status, ended.err), (0, ""))
            self.assertIn(f"ready {folder}/mpirun\n", ended.out)

    def test_a_launcher_named_without_a_path_is_looked_for_in_path(self) -> None:
        here, there = self.put_launcher("here"), self.put_launcher("there")
        ended = self.run_by(there, "0", cwd=here, env={"ARAUTO_LAUNCHER": "mpirun"}).end()
        self.assertIn(f"ready {there}/mpirun\n", ended.out)
        ended = self.run_by(there, "0", cwd=here, env={"ARAUTO_LAUNCHER": "./mpirun"}).end()
        self.assertIn("ready ./mpirun\n", ended.out)
        self.put_launcher("here", "srun")
        ended = self.run_by(there, "0", cwd=here, env={"ARAUTO_LAUNCHER": "srun"}).end()
        self.assertEqual((ended.status, ended.out), (127, ""))
        self.assertIn("names 'srun', and there is no such program in PATH", ended.err)

    def test_signals_reach_the_launcher_once(self) -> None:
        folder = self.put_launcher("bin")
        for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGUSR1):
            job = self.run_by(folder, "wait", "3")
            job.wait_ready(1)
            os.kill(job.pid, number)
            ended = job.end()
            self.assertEqual((ended.status, ended.out), (3, f"heard {int(number)}\n"))

    def test_a_job_that_was_ended_has_no_status_0(self) -> None:
        """Also where the launcher says 0."""
        job = self.run_by(self.put_launcher("bin"), "wait", "0")
        job.wait_ready(1)
        os.kill(job.pid, signal.SIGINT)
        self.assertEqual(job.end().status, 128 + signal.SIGINT)

    def test_control_c_reaches_the_launcher_once(self) -> None:
        """The terminal sends it to all that run in its foreground."""
        environment = os.environ | {"PATH": self.put_launcher("bin")}
        child, terminal = pty.fork()
        if child == 0:
            os.execve(ARAUTO, [ARAUTO, "run", "--hosts", "localhost", "program", "wait", "3"],
                      environment)  # fmt: skip
        with open(terminal, "rb", buffering=0, closefd=False) as said:
            self.assertIn(b"ready", said.readline())
            os.write(terminal, b"\x03")
            self.assertIn(f"heard {int(signal.SIGINT)}\r\n".encode(), said.readline())
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 3)
        os.close(terminal)

    def test_a_signal_that_was_ignored_stays_ignored(self) -> None:
        job = self.run_by(
            self.put_launcher("bin"), "wait", "3",
            preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),
        )  # fmt: skip
        job.wait_ready(1)
        os.kill(job.pid, signal.SIGHUP)
        time.sleep(0.2)
        self.assertEqual(len(job.processes()), 2)
        os.kill(job.pid, signal.SIGTERM)
        self.assertEqual(job.end().status, 3)

    def test_a_launcher_that_is_killed_is_told_of(self) -> None:
        job = self.run_by(self.put_launcher("bin"), "wait", "0")
        job.wait_ready(1)
        wait_until(lambda: job.launcher() != 0, "the launcher runs")
        os.kill(job.launcher(), signal.SIGKILL)
        ended = job.end()
        self.assertEqual(ended.status, 128 + signal.SIGKILL)
        self.assertIn("mpirun was killed by signal 9", ended.err)

    def refuse(self, sentence: str, *words: str) -> None:
        done = subprocess.run(
            [ARAUTO, "run", *words, "program"], capture_output=True, text=True, timeout=240,
            check=False,
        )  # fmt: skip
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertIn(sentence, done.stderr)

    def test_files_without_end_and_files_that_are_no_text(self) -> None:
        self.refuse("it is longer than 8 MiB", "--hostfile", "/dev/zero")
        self.refuse("it is no text", "--hostfile", "/bin/true")
        self.refuse("Is a directory", "--hostfile", str(self.top))
        self.refuse("No such file", "--hostfile", str(self.top / "none"))

    def test_slots_do_not_overflow(self) -> None:
        self.refuse("the slots of a are 131072 together", "--hosts", "a:65536,a:65536")
        self.refuse("a are 131072 together", "--hosts", "a:65536", "--hosts", "a:65536")
        many = ",".join(f"h{i}:65536" for i in range(2000))
        self.refuse("the hosts have 131072000 slots, but a job has at most", "--hosts", many)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
