# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Ends a process of an MPI job on which requests of nonblocking epochs wait; see kill_test.py.

epochs_kill_test.py PROGRAM LAUNCHER [OPTION...]
"""

from __future__ import annotations

import sys

import kill_test

kill_test.WAITS[:] = [
    "ifence", "icomplete", "iwait", "ilock", "ilock_all", "iflush", "waitany", "test",
]  # fmt: skip

if __name__ == "__main__":
    sys.exit(kill_test.main())
