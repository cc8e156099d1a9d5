# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The results of one run: series of batches, the floor of each case, and the records that are
printed, drawn and written as JSON."""

from __future__ import annotations

import statistics
from collections.abc import Container
from dataclasses import dataclass, field

from bench_programs import Key

# A name may say after a slash how the operation was done, such as "notified_put/event_attach".
Record = dict[str, object]

SHORT_BYTES = 64  # what travels with the flag, more or less
LOCAL_LOOP = "local_"  # begins the names of loops over local arrays: see element_bench.f90
RATES = {"put", "get"}  # measured in GB/s, more is better
FLOOR_OF = {
    "put_event": "flag_handover",
    "event_post_wait": "flag_handover",
    "notified_put": "copy_handover",
    "notified_get": "copy_handover",
    "notified_put_read": "read_handover",
    "match_unexpected": "flag_handover",
    "sync_images": "flag_handover",
    "sync_all": "flag_handover",
    "co_sum": "flag_handover",
    "allocate": "flag_handover",
    "atomic_add": "xadd",
    "lock": "lock_pair",
    "strided_put": "strided_loop",
    "vector_put": "vector_loop",
    "element_get_loop": "local_get_loop",
    "element_put_loop": "local_put_loop",
    "put": "memcpy",
    "get": "memcpy",
    "rma_put_flush": "copy",
    "rma_get_flush": "copy",
    "rma_rput_wait": "copy",
    "rma_rget_wait": "copy",
    "rma_put_rate": "copy",
    "rma_get_rate": "copy",
    "rma_flush": "xadd",
    "rma_sync": "xadd",
    "rma_acc": "xadd",
    "rma_fop": "xadd",
    "rma_cas": "xadd",
    "rma_acc_rate": "xadd",
    "rma_fop_rate": "xadd",
    "rma_cas_rate": "xadd",
    "rma_overlap": "nothing",
    "rma_fence": "flag_handover",
    "rma_put_fence": "flag_handover",
    "rma_pscw": "flag_handover",
    "rma_put_pscw": "flag_handover",
    "rma_pscw_post": "flag_handover",
    "rma_pscw_start": "flag_handover",
    "rma_pscw_complete": "flag_handover",
    "rma_pscw_wait": "flag_handover",
    "rma_lock_unlock": "lock_pair",
    "rma_lock_put_unlock": "lock_pair",
    "rma_lock_contended": "flag_handover",
    "rma_message": "copy_handover",
    "rma_notified_put": "copy_handover",
    "rma_match_unexpected": "flag_handover",
}
FLOOR_TEXT = {
    "flag_handover": "c",
    "xadd": "locked add",
    "lock_pair": "two locked ops",
    "strided_loop": "local loop",
    "vector_loop": "local loop",
    "local_get_loop": "local loop",
    "local_put_loop": "local loop",
    "memcpy": "memcpy",
    "copy": "memcpy",
    "nothing": "-",
    "copy_handover": "copy + c",
    "read_handover": "copy + c + reading",
    "futex_barrier": "futex barrier",
    "serial": "serial program",
}


@dataclass
class Series:
    """All batches of one program at one number of images."""

    values: dict[Key, list[float]] = field(default_factory=dict)
    handovers: dict[Key, list[float]] = field(default_factory=dict)  # of the same batches

    def add(self, batch: dict[Key, float], handover_ns: float | None = None) -> None:
        """`handover_ns`: what a hand-over between the batch's own two processes took."""
        for key, value in batch.items():
            self.values.setdefault(key, []).append(value)
            if handover_ns is not None:
                self.handovers.setdefault(key, []).append(handover_ns)

    def median(self, key: Key) -> float | None:
        return statistics.median(self.values[key]) if key in self.values else None

    def best(self, key: Key) -> float | None:
        if key not in self.values:
            return None
        is_rate = key[0].split("/")[0] in RATES
        return max(self.values[key]) if is_rate else min(self.values[key])


def floor_key(key: Key, images: int) -> Key:
    (name, _, via), size = key[0].partition("/"), key[1]
    if images > 2:
        return ("futex_barrier", images)
    floor = FLOOR_OF[name]
    if floor.startswith(LOCAL_LOOP):
        return (f"{floor}/{via}" if via else floor, size)  # of the same program
    if floor == "xadd" and size > 8:
        floor = "copy"  # of many elements
    if floor in ("memcpy", "copy", "read_handover"):
        return (floor, size)
    if floor == "copy_handover" or (name == "put_event" and size > SHORT_BYTES):
        return ("copy_handover", size) if size > SHORT_BYTES else ("flag_handover", 8)
    return (floor, {"flag_handover": 8, "xadd": 4, "lock_pair": 8}.get(floor, 4096))


def with_copies(floor: dict[Key, float]) -> dict[Key, float]:
    """A batch of the floor, and for each size copied the time of it."""
    rates = {size: rate for (name, size), rate in floor.items() if name == "memcpy"}
    return floor | {("copy", size): size / rate for size, rate in rates.items()}


def aligned(lines: list[list[str]], to_the_left: Container[int]) -> list[str]:
    """Lines of a table whose columns are as wide as their longest cell.

    Columns of `to_the_left` count from 0; the others stand to the right."""
    widths = [max(map(len, column)) for column in zip(*lines)]
    padded = [
        [
            cell.ljust(width) if i in to_the_left else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(line, widths))
        ]
        for line in lines
    ]
    return ["  ".join(cells).rstrip() for cells in padded]


def median_ratio(ours: list[float], others: list[float]) -> float | None:
    """The median of the ratios of each round, None where there is no pair: a machine may be slower
    in one round than in another, and then is for both."""
    ratios = [own / other for own, other in zip(ours, others)]
    return statistics.median(ratios) if ratios else None


def ratio(name: str, ours: float, floor: float | None) -> float | None:
    """How many floors it takes; for rates the part of the floor that is reached."""
    if not floor or not ours:
        return None
    return ours / floor


def beside_floor(key: Key, below: Key, ours: Series, floor: Series) -> Record:
    """Median and best of the floor, and the ratio. Where each batch knows what a hand-over took
    between its own two processes, the ratio is the median of the batches' ratios."""
    values, own = ours.values[key], ours.handovers.get(key, [])
    if below[0] == "flag_handover" and len(own) == len(values):
        ratios = [value / ns for value, ns in zip(values, own)]
        return {
            "floor": statistics.median(own),
            "floor_best": min(own),
            "ratio": statistics.median(ratios),
        }
    return {
        "floor": floor.median(below),
        "floor_best": floor.best(below)
        if below[0] != "memcpy"
        else max(floor.values.get(below, [0.0])),
        "ratio": ratio(key[0], ours.median(key) or 0.0, floor.median(below)),
    }


def records(images: int, floor: Series, measured: dict[str, Series]) -> list[Record]:
    ours = measured["arauto"]
    rows: list[Record] = []
    for key in ours.values:
        below = floor_key(key, images)
        same = {
            name: (series, theirs)
            for name, series in measured.items()
            if name != "arauto" and (theirs := key_of_peer(key, series)) is not None
        }
        rows.append(
            what_it_is(key)
            | {
                "images": images,
                "unit": "GB/s" if key[0].split("/")[0] in RATES else "ns",
                "ours": ours.median(key),
                "peers": {name: series.median(theirs) for name, (series, theirs) in same.items()},
                "peers_best": {
                    name: series.best(theirs) for name, (series, theirs) in same.items()
                },
                "ours_best": ours.best(key),
                "floor_name": FLOOR_TEXT[below[0].split("/")[0]],
                "batches": len(ours.values[key]),
            }
            | beside_floor(key, below, ours, floor)
        )
    if images == 2:
        rows.append(flag_record(floor))
    return rows


def key_of_peer(key: Key, peer: Series) -> Key | None:
    """The same case, done in the same way or, where a peer has one way only, in that one."""
    plain = (key[0].split("/")[0], key[1])
    return next((each for each in (key, plain) if each in peer.values), None)


def what_it_is(key: Key) -> Record:
    """Name and bytes; how it was done, where that differs; of a match, among how many."""
    name, _, via = key[0].partition("/")
    is_match = name.endswith("match_unexpected")
    size = {"bytes": 0, "unexpected": key[1]} if is_match else {"bytes": key[1]}
    return {"name": name} | size | ({"via": via} if via else {})


def flag_record(floor: Series) -> Record:
    key = ("flag_handover", 8)
    value = floor.median(key)
    return {
        "name": "flag_handover", "bytes": 8, "images": 2, "unit": "ns", "ours": value, "floor":
        value,
        "peers": {}, "ours_best": floor.best(key), "floor_best": floor.best(key), "floor_name": "c",
        "ratio": 1.0, "batches": len(floor.values.get(key, [])),
    }  # fmt: skip


def simple_record(
    name: str, images: int, unit: str, ours: list[float], floor: list[float]
) -> Record:
    middle, below = statistics.median(ours), statistics.median(floor)
    return {
        "name": name, "bytes": 0, "images": images, "unit": unit,
        "ours": middle, "floor": below, "peers": {},
        "ours_best": min(ours), "floor_best": min(floor), "floor_name": FLOOR_TEXT["serial"],
        "ratio": ratio(name, middle, below), "batches": len(ours),
    }  # fmt: skip
