# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""One pretended host: a process with a network, a host name and process numbers of its own, which
starts commands for clients of its socket. When it ends, the kernel ends all processes of the host
and removes its network; it ends with the test.

    holder.py NAME FOLDER      prints its process number when it is ready
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import signal
import socket
import sys
from pathlib import Path

import kernel

REQUEST_MAX = 1 << 20
DESCRIPTORS = 3  # standard input, output and error travel with a request


def processes() -> list[str]:
    """The processes of this host, without this one and those that have ended."""
    found = []
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit() or folder.name == str(os.getpid()):
            continue
        with contextlib.suppress(OSError):
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode().strip()
            if command:  # a zombie has none
                found.append(f"{folder.name} {command}")
    return found


def execute(request: dict[str, object], files: list[int]) -> int:
    """Start a command; return its process number."""
    child = os.fork()
    if child:
        return child
    try:
        os.setsid()
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        for number, file in enumerate(files):
            os.dup2(file, number)
        os.closerange(DESCRIPTORS, 256)
        os.chdir(str(request["folder"]))
        command, environment = request["command"], request["environment"]
        os.execvpe(command[0], command, environment)  # type: ignore[index,arg-type]
    except OSError as error:
        os.write(2, f"{request['command']}: {error}\n".encode())
    os._exit(127)


class Server:
    """Starts commands, and reports how they ended."""

    def __init__(self, path: Path) -> None:
        """Listen; be woken by each child that ends."""
        self.listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.listener.bind(str(path))
        self.listener.listen(64)
        self.children: dict[int, socket.socket] = {}
        self.held: dict[int, int] = {}  # connection -> the child that ends with it
        woken, self.wakes = socket.socketpair()
        self.wakes.setblocking(False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(self.wakes.fileno(), warn_on_full_buffer=False)
        self.woken = woken
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.listener, selectors.EVENT_READ, self.accept)
        self.selector.register(woken, selectors.EVENT_READ, self.reap)

    def serve(self) -> None:
        """For ever: the kernel ends it."""
        while True:
            for key, _ in self.selector.select():
                key.data(key.fileobj)

    def accept(self, _: object) -> None:
        """Read one request, and do it."""
        connection, _ = self.listener.accept()
        text, files, _, _ = socket.recv_fds(connection, REQUEST_MAX, DESCRIPTORS)
        request = json.loads(text)
        if "command" not in request:
            connection.send(json.dumps(processes()).encode())
            connection.close()
            return
        child = execute(request, files)
        for file in files:
            os.close(file)
        self.children[child] = connection
        self.held[connection.fileno()] = child if request["held"] else 0
        self.selector.register(connection, selectors.EVENT_READ, self.hear)

    def hear(self, connection: socket.socket) -> None:
        """Pass a signal on; when the caller is gone, end what it held."""
        if connection.fileno() < 0:
            return  # its end was reported in the same round
        child = self.held[connection.fileno()]
        try:
            word = connection.recv(64)
        except ConnectionError:
            word = b""
        number = int(word) if word else signal.SIGKILL
        if child:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child, number)
        if not word:
            self.forget(connection)

    def forget(self, connection: socket.socket) -> None:
        """Nobody waits here any more."""
        self.held.pop(connection.fileno(), None)
        self.selector.unregister(connection)
        connection.close()

    def reap(self, woken: socket.socket) -> None:
        """Report ended children to the requests that wait for them."""
        woken.recv(4096)
        while True:
            try:
                child, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if child == 0:
                return
            connection = self.children.pop(child, None)
            if connection is None or connection.fileno() < 0:
                continue
            code = os.waitstatus_to_exitcode(status)
            with contextlib.suppress(OSError):
                connection.send(str(code if code >= 0 else 128 - code).encode())
            self.forget(connection)


def hold(name: str, folder: Path, ready: int) -> None:
    """Be the first process of the host."""
    kernel.mount("proc", "/proc", "proc")
    hosts = folder / "hosts"
    if hosts.exists():
        kernel.mount(str(hosts), "/etc/hosts", flags=kernel.BIND)
    server = Server(folder / name)
    os.write(ready, b"!")
    os.close(ready)
    server.serve()


def main(name: str, folder: Path) -> int:
    """Make the namespaces, and the process that lives in them."""
    kernel.die_with_parent(os.getppid())
    kernel.unshare(
        kernel.NEW_NET | kernel.NEW_NAME | kernel.NEW_MOUNTS | kernel.NEW_IPC | kernel.NEW_PIDS
    )
    kernel.mount("none", "/", flags=kernel.RECURSIVE | kernel.PRIVATE)
    socket.sethostname(name)
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read_end)
        os.close(1)
        os.open("/dev/null", os.O_WRONLY)
        kernel.die_with_parent(0)  # a process outside has no number here
        hold(name, folder, write_end)
    os.close(write_end)
    if os.read(read_end, 1) != b"!":
        return 1
    print(child, flush=True)
    os.waitpid(child, 0)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], Path(sys.argv[2])))
