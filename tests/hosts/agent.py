# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Starts a command on a pretended host. As launchers call ssh, it gives the command to a shell
there, in a clean environment, and lets it run on when it is ended itself; the test's own way hands
over its environment, and what it started ends with it.

    agent.py FOLDER ssh [OPTION...] HOST WORD...
    agent.py FOLDER run HOST WORD...
    agent.py FOLDER processes HOST
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import sys
from pathlib import Path

WITH_VALUE = "BbcDEeFIiJLlmOopQRSWw"  # options of ssh that take a word
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
NO_CONNECTION = 255  # as ssh has it


def clean_environment(folder: Path) -> dict[str, str]:
    """The environment of a shell that was started from outside."""
    kept = {k: v for k, v in os.environ.items() if k in ("HOME", "USER", "LOGNAME", "LANG")}
    return kept | {
        "PATH": f"{folder / 'bin'}:{PATH}",
        "TMPDIR": str(folder / "tmp"),
        "SHELL": "/bin/sh",
    }


def ask(folder: Path, host: str, request: dict[str, object], files: list[int]) -> socket.socket:
    """Connect to a host and send it a request."""
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    try:
        connection.connect(str(folder / host))
        socket.send_fds(connection, [json.dumps(request).encode()], files)
    except OSError:
        print(f"ssh: could not resolve hostname {host}: no such pretended host", file=sys.stderr)
        sys.exit(NO_CONNECTION)
    return connection


def pass_options(words: list[str]) -> list[str]:
    """Leave out ssh's options."""
    while words and words[0].startswith("-"):
        takes_value = len(words[0]) == 2 and words[0][1] in WITH_VALUE
        words = words[2 if takes_value else 1 :]
    return words


def main(folder: Path, way: str, words: list[str]) -> int:
    """Do it; the command's exit status is ours."""
    if way == "processes":
        sys.stdout.write(ask(folder, words[0], {}, []).recv(1 << 20).decode())
        return 0
    if way == "ssh":
        host, *words = pass_options(words)
        command = ["/bin/sh", "-c", " ".join(words)]
        environment = clean_environment(folder)
    else:
        host, *command = words
        environment = {
            **os.environ,
            "PATH": f"{folder / 'bin'}:{os.environ.get('PATH', PATH)}",
            "TMPDIR": str(folder / "tmp"),
        }
    home = os.environ.get("HOME", "/")
    request = {
        "command": command,
        "environment": environment,
        "folder": home if way == "ssh" and Path(home).is_dir() else os.getcwd(),
        "held": way != "ssh",
    }
    connection = ask(folder, host, request, [0, 1, 2])

    def pass_on(number: int, _: object) -> None:
        with contextlib.suppress(OSError):
            connection.send(str(number).encode())

    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, pass_on)
    word = connection.recv(64)
    if not word:
        print(f"ssh: the connection to {host} is closed", file=sys.stderr)
        return NO_CONNECTION
    return int(word)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2], sys.argv[3:]))
