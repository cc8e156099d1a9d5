# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Slurm over pretended hosts: a controller on host a, a daemon on each, for the time of a `with`.

slurm.py N COMMAND...      runs a command on host a of N hosts, where srun serves them
"""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import hosts as pretended
from processes import CANNOT_ARRANGE, WATCHDOG_S

CPUS = 8  # that each host says it has
TOOLS = ("slurmctld", "slurmd", "srun", "sinfo")

# No daemon for keys, no accounts, no control groups: the processes of a step are found by /proc.
SETTINGS = """\
ClusterName=pretended
SlurmctldHost={controller}
SlurmUser=root
SlurmdUser=root
AuthType=auth/none
CredType=cred/none
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/builtin
SlurmdParameters=config_overrides
ReturnToService=2
KillWait=2
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
TmpFS={folder}/tmp-%n
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
NodeName={nodes} CPUs={cpus} RealMemory=1 State=UNKNOWN
PartitionName=all Nodes={nodes} Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:4
"""


def missing() -> str:
    """Which tool of Slurm this machine lacks; empty when it has all."""
    return next((tool for tool in TOOLS if not where(tool)), "")


def where(tool: str) -> str:
    """The path of a tool, which may be one for administrators; empty when there is none."""
    path = os.environ.get("PATH", os.defpath)
    return shutil.which(tool, path=f"{path}:/usr/sbin:/usr/local/sbin") or ""


class Slurm(pretended.Closing):
    """Slurm's daemons on some hosts. Its commands find them by the environment `env`."""

    def __init__(self, hosts: pretended.Hosts) -> None:
        """Start the daemons, and wait until all hosts serve."""
        self.hosts = hosts
        self.folder = Path(hosts.folder) / "slurm"
        (self.folder / "state").mkdir(parents=True)
        for name in hosts.names:
            for kind in ("spool", "tmp"):
                (self.folder / f"{kind}-{name}").mkdir()
        settings = self.folder / "slurm.conf"
        settings.write_text(SETTINGS.format(
            controller=f"{hosts.names[0]}({hosts.address(hosts.names[0])})", folder=self.folder,
            nodes=",".join(hosts.names), cpus=CPUS,
        ))  # fmt: skip
        self.env = {"SLURM_CONF": str(settings)}
        first = hosts.names[0]
        self.daemons = [self._start(first, "slurmctld")]
        self.daemons += [self._start(name, "slurmd", "-N", name) for name in hosts.names]
        try:
            self._wait_until_idle(first)
        except BaseException:
            self.close()
            raise

    def _start(self, name: str, *command: str) -> subprocess.Popen[str]:
        return self.hosts.start(
            name, [where(command[0]), "-D", *command[1:]], self.env,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip

    def _wait_until_idle(self, first: str) -> None:
        end = time.monotonic() + WATCHDOG_S
        while True:
            shown = self.hosts.run(first, ["sinfo", "-h", "-N", "-o", "%N %t"], self.env)
            idle = [line for line in shown.stdout.splitlines() if line.endswith(" idle")]
            if len(idle) == len(self.hosts.names):
                return
            if time.monotonic() > end:
                raise AssertionError(f"Slurm does not serve all hosts: {shown}\n{self.logs()}")
            time.sleep(0.1)

    def logs(self) -> str:
        """The last lines of what the daemons wrote."""
        parts = [
            f"{path.name}: " + "\n".join(path.read_text().splitlines()[-12:])
            for path in sorted(self.folder.glob("*.log"))
        ]
        return "\n".join(parts)

    def close(self) -> None:
        """End the daemons."""
        for daemon in reversed(self.daemons):
            daemon.kill()
            daemon.wait()


def main(words: list[str]) -> int:
    """Run a command on host a."""
    if len(words) < 2 or not words[0].isdigit():
        print(__doc__, file=sys.stderr)
        return errno.EINVAL
    if missing():
        print(f"there is no {missing()} of Slurm here", file=sys.stderr)
        return CANNOT_ARRANGE
    try:
        with pretended.Hosts(int(words[0])) as hosts, Slurm(hosts) as slurm:
            return hosts.start("a", words[1:], slurm.env, stdin=None).wait()
    except pretended.CannotArrange as reason:
        print(f"there are no pretended hosts: {reason}", file=sys.stderr)
        return CANNOT_ARRANGE


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
