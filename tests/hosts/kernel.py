# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The few system calls that Python 3.10 does not offer: namespaces, mounts, a signal at death."""

from __future__ import annotations

import ctypes
import os
import signal

NEW_MOUNTS = 0x00020000
NEW_NAME = 0x04000000
NEW_IPC = 0x08000000
NEW_USER = 0x10000000
NEW_PIDS = 0x20000000
NEW_NET = 0x40000000

BIND = 4096
RECURSIVE = 16384
PRIVATE = 1 << 18
PR_SET_PDEATHSIG = 1

_libc = ctypes.CDLL(None, use_errno=True)


def _check(result: int, what: str) -> None:
    if result != 0:
        code = ctypes.get_errno()
        raise OSError(code, f"{what}: {os.strerror(code)}")


def unshare(flags: int) -> None:
    """Give this process namespaces of its own; new pids are for its next child."""
    _check(_libc.unshare(flags), "unshare")


def mount(source: str, target: str, kind: str = "", flags: int = 0) -> None:
    """Mount a file system, or what `flags` says."""
    _check(
        _libc.mount(source.encode(), target.encode(), kind.encode(), ctypes.c_ulong(flags), None),
        f"mounting {source} at {target}",
    )


def die_with_parent(parent: int) -> None:
    """Have the kernel kill this process when its parent ends."""
    _check(_libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0), "prctl")
    if os.getppid() != parent:
        os._exit(1)
