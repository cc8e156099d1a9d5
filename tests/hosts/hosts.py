# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Pretended hosts for tests between machines: 2 to 26 of them, called a, b, c, ..., each with a
network, a name and process numbers of its own, joined by bridges. Nothing of it has a name outside,
so that tests may run side by side; all of it goes away when the test ends, in whatever way.

    hosts.py [--nets M] N COMMAND...      runs a command on host a of N hosts

On each host `ssh` reaches the others, as launchers expect it.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import kernel
from processes import CANNOT_ARRANGE, WATCHDOG_S

HERE = Path(__file__).resolve().parent
PYTHON = [sys.executable, "-E", "-s", "-S"]
SWITCH = "switch"  # whom the bridges belong to


class CannotArrange(Exception):
    """This machine does not allow what the test needs; the text says what."""


def _is_mapped(user: int, group: int) -> None:
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"0 {user} 1")
    Path("/proc/self/gid_map").write_text(f"0 {group} 1")


def enter() -> Path:
    """Give this process mounts of its own and there an empty folder that nobody else sees.

    An ordinary user becomes root of a user namespace, where the machine allows that.
    """
    for tool in ("ip", "nsenter"):
        if shutil.which(tool) is None:
            raise CannotArrange(f"there is no {tool} here (packages iproute2 and util-linux)")
    user, group = os.getuid(), os.getgid()
    try:
        if user != 0:
            kernel.unshare(kernel.NEW_USER | kernel.NEW_MOUNTS)
            _is_mapped(user, group)
        else:
            kernel.unshare(kernel.NEW_MOUNTS)
        kernel.mount("none", "/", flags=kernel.RECURSIVE | kernel.PRIVATE)
        kernel.mount("none", "/dev/shm", "tmpfs")
    except OSError as error:
        raise CannotArrange(
            f"this machine allows no namespaces ({error}); they need CAP_SYS_ADMIN, or "
            "user.max_user_namespaces above 0"
        ) from None
    return Path("/dev/shm")


_root: Path | None = None


def root() -> Path:
    """The folder of `enter`, which is called once."""
    global _root
    if _root is None:
        _root = enter()
    return _root


Made = TypeVar("Made", bound="Closing")


class Closing:
    """A thing that is made for the time of a `with`, and taken away by its `close`."""

    def __enter__(self: Made) -> Made:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Take everything away."""
        raise NotImplementedError


def environment_with(changes: dict[str, str]) -> dict[str, str]:
    """The environment of this test and the changes; faults that both ask for hold together."""
    fault = "ARAUTO_FAULT"
    asked = [each[fault] for each in (os.environ, changes) if fault in each]
    together = {fault: ",".join(dict.fromkeys(asked))} if asked else {}
    return {**os.environ, **changes, **together}


class Hosts(Closing):
    """Some hosts, for the time of a `with`."""

    def __init__(self, count: int, nets: int = 1) -> None:
        """Make them and their networks: host i has address 10.77.NET.(i + 1) on ethNET."""
        self.names = [chr(ord("a") + i) for i in range(count)]
        self.nets = nets
        self.folder = Path(tempfile.mkdtemp(prefix="hosts-", dir=root()))
        self.holders: dict[str, subprocess.Popen[str]] = {}
        self.pids: dict[str, int] = {}
        self._write_files()
        try:
            for name in (SWITCH, *self.names):
                self._hold(name)
            for name in (SWITCH, *self.names):
                line = self.holders[name].stdout.readline()  # type: ignore[union-attr]
                self.pids[name] = int(line or 0)
                if not line:
                    raise CannotArrange("this machine allows no network namespaces")
            self._connect()
        except BaseException:
            self.close()
            raise

    def _write_files(self) -> None:
        for name in ("bin", "tmp"):
            (self.folder / name).mkdir()
        lines = ["127.0.0.1 localhost"]
        lines += [f"{self.address(name)} {name}" for name in self.names]
        (self.folder / "hosts").write_text("\n".join(lines) + "\n")
        agent = [*PYTHON, str(HERE / "agent.py"), str(self.folder), "ssh"]
        self.agent = str(self.folder / "bin" / "ssh")
        Path(self.agent).write_text(f'#!/bin/sh\nexec {shlex.join(agent)} "$@"\n')
        Path(self.agent).chmod(0o755)

    def _hold(self, name: str) -> None:
        self.holders[name] = subprocess.Popen(
            [*PYTHON, str(HERE / "holder.py"), name, str(self.folder)],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, start_new_session=True,
        )  # fmt: skip

    def _ip(self, name: str, *commands: str) -> None:
        done = subprocess.run(
            ["nsenter", "--net", "-t", str(self.pids[name]), "ip", "-batch", "-"],
            input="\n".join(commands) + "\n", capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode != 0:
            raise CannotArrange(f"this machine does not join networks: {done.stderr.strip()}")

    def _connect(self) -> None:
        joined = ["link set lo up"]
        for net in range(self.nets):
            joined += [f"link add net{net} type bridge", f"link set net{net} up"]
            for name in self.names:
                port = f"{name}{net}"
                peer = f"eth{net} netns {self.pids[name]}"
                joined += [f"link add {port} type veth peer name {peer}"]
                joined += [f"link set {port} master net{net} up"]
        self._ip(SWITCH, *joined)
        for name in self.names:
            own = ["link set lo up"]
            for net in range(self.nets):
                own += [f"addr add {self.address(name, net)}/24 dev eth{net}"]
                own += [f"link set eth{net} up"]
            self._ip(name, *own)

    def address(self, name: str, net: int = 0) -> str:
        """Where a host is on a network."""
        return f"10.77.{net}.{self.names.index(name) + 1}"

    def start(
        self, name: str, command: list[str], env: dict[str, str] | None = None, **more: object
    ) -> subprocess.Popen[str]:
        """Start a command on a host; it ends when this process of ours is ended.

        A command that a signal ended has status 128 + signal.
        """
        more.setdefault("stdin", subprocess.DEVNULL)
        return subprocess.Popen(  # type: ignore[call-overload,no-any-return]
            [*PYTHON, str(HERE / "agent.py"), str(self.folder), "run", name, *command],
            env=environment_with(env or {}), text=True, **more,
        )  # fmt: skip

    def run(
        self,
        name: str,
        command: list[str],
        env: dict[str, str] | None = None,
        timeout: float = WATCHDOG_S,
    ) -> subprocess.CompletedProcess[str]:
        """Run a command on a host to its end; after `timeout` it is killed, and that fails."""
        process = self.start(name, command, env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            out, err = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            left = {host: self.processes(host) for host in self.alive()}
            process.kill()
            for host in self.alive():
                self.kill(host)
            out, err = process.communicate()
            raise AssertionError(
                f"after {timeout} s still: {shlex.join(command)}; running: {left}; it said:\n"
                f"{out[-2000:]}\n{err[-2000:]}"
            ) from None
        return subprocess.CompletedProcess(command, process.returncode, out, err)

    def alive(self) -> list[str]:
        """The hosts that have not been killed."""
        return [name for name in self.names if self.holders[name].poll() is None]

    def processes(self, name: str) -> list[str]:
        """The processes of a host, a line for each: its number there, and its command."""
        done = subprocess.run(
            [*PYTHON, str(HERE / "agent.py"), str(self.folder), "processes", name],
            capture_output=True, text=True, check=True, timeout=WATCHDOG_S,
        )  # fmt: skip
        return list(json.loads(done.stdout))

    def numbers_outside(self, name: str, command: str) -> list[int]:
        """Process numbers, outside the hosts, of a host's processes whose command begins so.

        A signal that is sent by them reaches several hosts at the same time.
        """
        space = Path(f"/proc/{self.pids[name]}/ns/pid").stat()
        found = []
        for folder in Path("/proc").iterdir():
            with contextlib.suppress(OSError):
                if (
                    folder.name.isdigit()
                    and (folder / "cmdline").read_bytes().startswith(command.encode())
                    and os.path.samestat((folder / "ns" / "pid").stat(), space)
                ):
                    found.append(int(folder.name))
        return found

    def cut(self, name: str, net: int = 0) -> None:
        """Pull a host's cable: what is under way is lost, without a notice to any process."""
        self._ip(SWITCH, f"link set {name}{net} down")

    def restore(self, name: str, net: int = 0) -> None:
        """Plug it in again."""
        self._ip(SWITCH, f"link set {name}{net} up")

    def cut_link(self, name: str, other: str) -> None:
        """Lose what two hosts send to each other, and nothing else, without a notice to any
        process."""
        for at, peer in ((name, other), (other, name)):
            for net in range(self.nets):
                neighbour = f"{self.address(peer, net)} dev eth{net}"
                self._ip(at, f"neigh replace {neighbour} lladdr 02:00:00:00:00:00 nud permanent")

    def kill(self, name: str) -> None:
        """End all processes of a host; the kernel says goodbye for them."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pids[name], signal.SIGKILL)
        self.holders[name].wait(WATCHDOG_S)

    def power_off(self, name: str) -> None:
        """End all processes of a host without a word to the others."""
        for net in range(self.nets):
            self.cut(name, net)
        self.kill(name)

    def slow_down(self, name: str, how: str) -> bool:
        """Shape what is sent to a host: "netem delay 1ms reorder 25%", where the kernel has it.

        Returns whether it has.
        """
        port = ["nsenter", "--net", "-t", str(self.pids[SWITCH]), "tc", "qdisc", "replace", "dev"]
        done = subprocess.run(
            [*port, f"{name}0", "root", *how.split()], capture_output=True, check=False
        )
        return done.returncode == 0

    def close(self) -> None:
        """Remove everything."""
        for holder in self.holders.values():
            holder.kill()
        for holder in self.holders.values():
            holder.communicate()
        shutil.rmtree(self.folder, ignore_errors=True)


def main(words: list[str]) -> int:
    """Run a command on host a."""
    nets = 1
    if words[:1] == ["--nets"]:
        nets, words = int(words[1]), words[2:]
    if len(words) < 2 or not words[0].isdigit():
        print(__doc__, file=sys.stderr)
        return errno.EINVAL
    try:
        with Hosts(int(words[0]), nets) as hosts:
            return hosts.start("a", words[1:], stdin=None).wait()
    except CannotArrange as reason:
        print(f"there are no pretended hosts: {reason}", file=sys.stderr)
        return CANNOT_ARRANGE


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
