# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The hand-over of a flag between the two processes of a batch, before and after it: the floor of
that very batch. pair.c measures it."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from bench_programs import HERE, Key, Peer, build, say

FILE_BYTES = 4096
MOVED = 1.25  # a batch during which the hand-over changed by more than this says nothing
MEMORY = Path("/dev/shm")  # files elsewhere may be on a disk


def object_file() -> Path:
    """The object file that a program is linked with to measure its pair; see shared_file."""
    return build([HERE / "pair.c"], ["cc", "-O2", "-c"], [])


@contextmanager
def shared_file() -> Iterator[dict[str, str]]:
    """The environment of one batch of such a program."""
    with tempfile.NamedTemporaryFile(dir=MEMORY if MEMORY.is_dir() else None) as file:
        file.truncate(FILE_BYTES)
        yield {"ARAUTO_BENCH_PAIR": file.name}


def batch_of(peer: Peer, images: int, arguments: list[str], timeout: float) -> dict[Key, float]:
    """As Peer.batch; on two images the program may measure its pair."""
    if images != 2:
        return peer.batch(images, arguments, timeout)
    with shared_file() as more:
        beside = replace(peer, environment=peer.environment | more)
        return beside.batch(images, arguments, timeout)


@dataclass(frozen=True)
class Handover:
    """Nanoseconds, before and after a batch."""

    before: float
    after: float

    @property
    def ns(self) -> float:
        return (self.before + self.after) / 2

    @property
    def change(self) -> float:
        """At least 1."""
        return max(self.before, self.after) / min(self.before, self.after)


def take_handover(batch: dict[Key, float]) -> Handover | None:
    """Takes it out of the batch; None where the program has not measured any."""
    found = {key[0].split("/")[1]: key for key in batch if key[0].startswith("pair/")}
    if len(found) < 2:
        return None
    return Handover(batch.pop(found["before"]), batch.pop(found["after"]))


class Settled:
    """The batches of one program. Those during which the hand-over moved are dropped; where it
    moved during all of them, that one is kept during which it moved least."""

    def __init__(self, add: Callable[[dict[Key, float], float | None], None]) -> None:
        """`add` gets a batch and the nanoseconds of its hand-over; None where it is unknown."""
        self.add = add
        self.kept = self.dropped = 0
        self.least = math.inf
        self.spare: tuple[dict[Key, float], float] | None = None

    def take(self, batch: dict[Key, float]) -> None:
        handover = take_handover(batch)
        if handover is None or handover.change <= MOVED:
            self.kept += 1
            self.add(batch, handover.ns if handover else None)
            return
        self.dropped += 1
        if handover.change < self.least:
            self.least, self.spare = handover.change, (batch, handover.ns)

    def finish(self) -> None:
        if self.kept == 0 and self.spare is not None:
            self.dropped -= 1
            self.add(*self.spare)


def finish(programs: list[Settled]) -> None:
    """After the last batch. Says how many were dropped."""
    for each in programs:
        each.finish()
    dropped = sum(each.dropped for each in programs)
    unsettled = sum(each.kept == 0 and each.spare is not None for each in programs)
    if dropped + unsettled > 0:
        say(
            f"during {dropped + unsettled} batches the hand-over between their two processes moved "
            f"by more than a quarter; {dropped} are dropped, {unsettled} are all that there is of "
            "a program"
        )
