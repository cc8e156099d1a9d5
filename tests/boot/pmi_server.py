# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""A launcher inside a test: it speaks PMI-1 with the processes of a job, each of which counts as a
node of its own, and a test may change its replies."""

from __future__ import annotations

import selectors
import socket
import threading
from collections.abc import Callable
from contextlib import suppress

from jobs import Job, JobTest

VALUE_BYTES_MAX = 1024
# of a value that a rank asked for: (rank, key, value) -> value
Change = Callable[[int, str, str], str]


def as_it_is(_rank: int, _key: str, value: str) -> str:
    """Change nothing."""
    return value


class LaunchedJob:
    """The processes of one job, and a thread that serves them."""

    def __init__(self, test: JobTest, ranks: int, command: list[str], change: Change = as_it_is,
                 **env: str) -> None:  # fmt: skip
        """Start them."""
        self.ranks = ranks
        self.change = change
        self.values: dict[str, str] = {"PMI_process_mapping": f"(vector,(0,{ranks},1))"}
        self.waiting: list[socket.socket] = []
        self.barriers = 0
        self.abort_status: int | None = None
        self.received: dict[int, str] = {}
        self.selector = selectors.DefaultSelector()
        self.processes: list[Job] = []
        for rank in range(ranks):
            ours, theirs = socket.socketpair()
            with theirs:
                variables = {"PMI_FD": str(theirs.fileno()), "PMI_RANK": str(rank),
                             "PMI_SIZE": str(ranks), **env}  # fmt: skip
                job = Job(command, env=variables, pass_fds=(theirs.fileno(),))
            test.jobs.append(job)
            self.processes.append(job)
            self.received[rank] = ""
            self.selector.register(ours, selectors.EVENT_READ, rank)
        self.server = threading.Thread(target=self._serve, daemon=True)
        self.server.start()

    def _serve(self) -> None:
        while self.selector.get_map():
            for key, _ in self.selector.select():
                connection, rank = key.fileobj, key.data
                assert isinstance(connection, socket.socket)
                try:
                    part = connection.recv(4096).decode()
                except OSError:
                    part = ""
                if not part:
                    self.selector.unregister(connection)
                    connection.close()
                    continue
                *lines, self.received[rank] = (self.received[rank] + part).split("\n")
                for line in lines:
                    with suppress(OSError):  # the client may be gone
                        self._answer(connection, rank, line)

    def _answer(self, connection: socket.socket, rank: int, line: str) -> None:
        words = dict(word.partition("=")[::2] for word in line.split())
        match words["cmd"]:
            case "init":
                reply = "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0"
            case "get_maxes":
                reply = f"cmd=maxes kvsname_max=64 keylen_max=64 vallen_max={VALUE_BYTES_MAX}"
            case "get_my_kvsname":
                reply = "cmd=my_kvsname kvsname=job"
            case "put":
                self.values[words["key"]] = words["value"]
                reply = "cmd=put_result rc=0"
            case "get" if words["key"] in self.values:
                value = self.change(rank, words["key"], self.values[words["key"]])
                reply = f"cmd=get_result rc=0 value={value}"
            case "get":
                reply = "cmd=get_result rc=1"
            case "barrier_in":
                self._meet(connection)
                return
            case "finalize":
                reply = "cmd=finalize_ack"
            case "abort":
                self.abort_status = int(words["exitcode"])
                self.kill()
                return
            case _:
                raise AssertionError(f"rank {rank} said '{line}'")
        connection.send(f"{reply}\n".encode())

    def _meet(self, connection: socket.socket) -> None:
        self.waiting.append(connection)
        if len(self.waiting) == self.ranks:
            for each in self.waiting:
                each.send(b"cmd=barrier_out\n")
            self.waiting = []
            self.barriers += 1

    def kill(self) -> None:
        """End all processes."""
        for job in self.processes:
            with suppress(ProcessLookupError):
                job.process.kill()

    def wait_ready(self) -> None:
        """Read the line 'ready' of every process."""
        for job in self.processes:
            job.wait_ready(1)

    def end(self) -> tuple[list[int], str]:
        """Wait for the end of all; return their statuses, and what they have said of errors."""
        ended = [job.end() for job in self.processes]
        self.server.join()
        return [each.status for each in ended], "".join(each.err for each in ended)

    def is_running(self) -> bool:
        """Whether none has ended."""
        return all(job.process.poll() is None for job in self.processes)
