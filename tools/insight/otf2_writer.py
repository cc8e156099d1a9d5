# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Writes a trace in the format OTF2, by the package `otf2`. `arauto doctor FILE --otf2 DIR` runs it
with what tools/insight/otf2.cpp writes as its input.

    otf2_writer.py DIR

The input is a line of JSON, then a line of numbers for each call, thread by thread:

    begin end region peer bytes releaser flags

Times are nanoseconds, peer and releaser are ranks. The exit status is 3 without the package.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, replace
from typing import Any, TextIO

try:
    import otf2
    from otf2.enums import (
        CollectiveOp,
        CollectiveRoot,
        GroupType,
        LocationGroupType,
        LockType,
        Paradigm,
        RegionRole,
        RmaAtomicType,
        RmaSyncLevel,
        RmaSyncType,
    )
except ImportError:
    sys.exit(3)

FAR, BEHIND = 1, 2  # flags
PARADIGM = Paradigm.SHMEM  # OTF2 has none for coarrays

ROLES = {
    "put": RegionRole.RMA,
    "get": RegionRole.RMA,
    "atomic": RegionRole.ATOMIC,
    "barrier": RegionRole.BARRIER,
    "broadcast": RegionRole.COLL_ONE2ALL,
    "reduce": RegionRole.COLL_ALL2ONE,
    "reduce all": RegionRole.COLL_ALL2ALL,
    "allgather": RegionRole.COLL_ALL2ALL,
    "team": RegionRole.COLL_OTHER,
    "allocate": RegionRole.ALLOCATE,
    "free": RegionRole.DEALLOCATE,
}
COLLECTIVES = {
    "barrier": CollectiveOp.BARRIER,
    "broadcast": CollectiveOp.BCAST,
    "reduce": CollectiveOp.REDUCE,
    "reduce all": CollectiveOp.ALLREDUCE,
    "allgather": CollectiveOp.ALLGATHER,
    "team": CollectiveOp.CREATE_HANDLE,
    "allocate": CollectiveOp.ALLOCATE,
    "free": CollectiveOp.DEALLOCATE,
}
ROOTED = ("broadcast", "reduce")


@dataclass(frozen=True)
class Call:
    """A line of the input."""

    begin: int
    end: int
    region: int
    peer: int
    bytes: int
    releaser: int
    flags: int


class Archive:
    """The definitions, and the events of all threads."""

    def __init__(self, trace: Any, head: dict[str, Any]) -> None:
        """Define the images of the job, their memory and the regions."""
        self.trace = trace
        self.kinds = [region["kind"] for region in head["regions"]]
        define = trace.definitions
        self.regions = [
            define.region(
                region["name"],
                source_file=region["file"],
                begin_line_number=region["line"],
                end_line_number=region["line"],
                region_role=ROLES.get(region["kind"], RegionRole.FUNCTION),
                paradigm=PARADIGM,
            )
            for region in head["regions"]
        ]
        node = define.system_tree_node("node", class_name="node")
        self.processes = [
            define.location_group(
                f"{head['noun']} {head['first_number'] + rank}",
                location_group_type=LocationGroupType.PROCESS,
                system_tree_parent=node,
            )
            for rank in range(head["images"])
        ]
        self.locations = tuple(
            define.location("thread 1", group=process) for process in self.processes
        )
        self.writers = [trace.event_writer_from_location(each) for each in self.locations]
        # A group of ranks needs the group of all locations that have one.
        define.group(
            "locations",
            group_type=GroupType.COMM_LOCATIONS,
            paradigm=PARADIGM,
            members=self.locations,
        )
        self.everybody = self.group("all", self.locations)
        comm = define.comm("all", group=self.everybody)
        self.heap = define.rma_win("memory of coarrays", comm=comm)
        self.pairs: dict[tuple[int, int], Any] = {}
        self.matching = 0  # of the last transfer

    def group(self, name: str, members: tuple[Any, ...]) -> Any:
        return self.trace.definitions.group(
            name, group_type=GroupType.COMM_GROUP, paradigm=PARADIGM, members=members
        )

    def pair(self, rank: int, other: int) -> Any:
        """Two images that synchronise; all where the other is not one image."""
        if other >= len(self.locations):
            return self.everybody
        first, last = sorted((rank, other))
        if (first, last) not in self.pairs:
            members = tuple(self.locations[each] for each in sorted({first, last}))
            self.pairs[first, last] = self.group(f"ranks {first} and {last}", members)
        return self.pairs[first, last]

    def thread(self, rank: int, number: int) -> Any:
        if number == 0:
            return self.writers[rank]
        return self.trace.event_writer(f"thread {number + 1}", group=self.processes[rank])


class Thread:
    """Writes the events of one thread, in the order of their times."""

    def __init__(self, archive: Archive, rank: int, number: int) -> None:
        """Begin without a call."""
        self.archive = archive
        self.rank = rank
        self.writer = archive.thread(rank, number)
        self.under_way: Call | None = None  # may have a second part

    def add(self, call: Call) -> None:
        if call.flags & BEHIND and self.under_way is not None:
            # The record has no time of its own: this part follows when the first one is done.
            end = self.under_way.end
            self.write(replace(call, begin=end, end=end))
            return
        self.leave()
        self.writer.enter(call.begin, self.archive.regions[call.region])
        self.under_way = call
        self.write(call)

    def leave(self) -> None:
        if self.under_way is not None:
            self.writer.leave(self.under_way.end, self.archive.regions[self.under_way.region])
            self.under_way = None

    def write(self, call: Call) -> None:
        kind = self.archive.kinds[call.region]
        if kind in COLLECTIVES:
            self.write_collective(kind, call)
        elif kind in ("wait", "sync images"):
            self.write_wait(kind, call)
        elif call.peer < len(self.archive.locations):
            if kind in ("put", "get", "atomic"):
                self.write_transfer(kind, call)
            elif kind == "post":
                heap = self.archive.heap
                self.writer.rma_sync(call.begin, heap, call.peer, RmaSyncType.NOTIFY_OUT)
            elif kind in ("lock", "unlock"):
                self.write_lock(kind, call)

    def write_transfer(self, kind: str, call: Call) -> None:
        writer, heap = self.writer, self.archive.heap
        self.archive.matching += 1
        matching = self.archive.matching
        if kind == "put":
            writer.rma_put(call.begin, heap, call.peer, call.bytes, matching)
        elif kind == "get":
            writer.rma_get(call.begin, heap, call.peer, call.bytes, matching)
        else:  # which operation it was is not recorded
            kind_of_atomic = RmaAtomicType.ACCUMULATE
            writer.rma_atomic(call.begin, heap, call.peer, kind_of_atomic, call.bytes, 0, matching)
        if call.flags & FAR:
            writer.rma_op_complete_non_blocking(call.end, heap, matching)
            writer.rma_op_complete_remote(call.end, heap, matching)
        else:
            writer.rma_op_complete_blocking(call.end, heap, matching)

    def write_wait(self, kind: str, call: Call) -> None:
        writer, heap = self.writer, self.archive.heap
        if kind == "sync images":
            group = self.archive.pair(self.rank, call.peer)
            writer.rma_group_sync(call.end, RmaSyncLevel.PROCESS, heap, group)
            return
        writer.rma_wait_change(call.end, heap)
        if call.releaser < len(self.archive.locations):
            writer.rma_sync(call.end, heap, call.releaser, RmaSyncType.NOTIFY_IN)

    def write_lock(self, kind: str, call: Call) -> None:
        writer, heap = self.writer, self.archive.heap
        place = call.bytes  # of the lock
        if kind == "unlock":
            writer.rma_release_lock(call.end, heap, call.peer, place)
            return
        writer.rma_request_lock(call.begin, heap, call.peer, place, LockType.EXCLUSIVE)
        writer.rma_acquire_lock(call.end, heap, call.peer, place, LockType.EXCLUSIVE)

    def write_collective(self, kind: str, call: Call) -> None:
        heap, level = self.archive.heap, RmaSyncLevel.PROCESS
        root = call.peer if kind in ROOTED else CollectiveRoot.NONE
        self.writer.rma_collective_begin(call.begin)
        self.writer.rma_collective_end(call.end, COLLECTIVES[kind], level, heap, root, 0, 0)


def convert(lines: TextIO, folder: str) -> None:
    head = json.loads(lines.readline())
    with otf2.writer.open(folder, timer_resolution=1_000_000_000) as trace:
        archive = Archive(trace, head)
        for rank, number, count in head["threads"]:
            thread = Thread(archive, rank, number)
            for _ in range(count):
                thread.add(Call(*map(int, lines.readline().split())))
            thread.leave()


if __name__ == "__main__":
    sys.stdin.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    convert(sys.stdin, sys.argv[1])
