# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Chooses the repetitions that a test leaves out in the gate (ARAUTO_TEST_TIER=gate)."""

from __future__ import annotations

import os
import zlib

IS_GATE = os.environ.get("ARAUTO_TEST_TIER") == "gate"


def share_of(name: str, shares: int) -> int:
    """A number below `shares` that follows from the name, the same in each run."""
    return zlib.crc32(name.encode()) % shares


def is_chosen(name: str) -> bool:
    """Whether one of several that are alike runs: in the gate a third, elsewhere all."""
    return not IS_GATE or share_of(name, 3) == 0
