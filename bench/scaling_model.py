# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The cost of protocols at sizes that cannot be measured here: counted messages and bytes times
LogGP's parameters. Makes the tables of docs/scaling.md:

    scaling_model.py [--counts FILE.json] [--parameters FILE.json] [--write | --check]

Counts come from `scaling_counts 65536 64 FILE.json whole` (tests/scaling), parameters from
`bench_loggp.py --json FILE`. The formulas below must give the counts at that size, or nothing is
printed. --write puts the tables into the document, --check fails when the document has others."""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
DOCUMENT = HERE.parent / "docs" / "scaling.md"
PER_NODE = 64
SIZES = [1_000, 10_000, 100_000, 1_000_000]
WORD = 8
LONG_FROM = 12_208  # bytes: a longer put waits for its completion, then signals
PAGE = 4096


@dataclass(frozen=True)
class Network:
    """LogGP in nanoseconds; `near` is a hand-over between two cores of a node."""

    name: str
    send: float  # o_s
    take: float  # o_r
    latency: float
    gap: float
    per_byte: float
    latency_long: float
    per_byte_long: float
    stream: float  # nanoseconds per byte of a node's link that many share
    near: float

    def way(self, size: int) -> float:
        """From the call to where its receiver goes on."""
        if size <= LONG_FROM:
            return self.send + self.latency + size * self.per_byte + self.take
        return self.send + self.latency_long + size * self.per_byte_long + self.take

    def trip(self) -> float:
        """A word and the answer, of a target that looks at the network."""
        return 2 * self.way(WORD)


# A network card that does puts and atomics by itself. Not measured: round figures for what such
# cards are sold as, to show what remains when the network does not bound it.
CARD = Network("a card, assumed", 100, 50, 1000, 50, 0.1, 1500, 0.1, 0.08, 100)


def measured(parameters: dict[str, dict[str, float]]) -> Network:
    net, near = parameters["network"], parameters["shared memory"]
    return Network(
        "TCP on loopback, measured", net["o_s"], net["o_r"], net["L"], net["g"], net["G"],
        net["L_long"], net["G_long"], net["G_stream"], near["o_s"] + near["L"] + near["o_r"],
    )  # fmt: skip


@dataclass(frozen=True)
class Job:
    ranks: int

    @property
    def nodes(self) -> int:
        return math.ceil(self.ranks / PER_NODE)

    @property
    def rounds(self) -> int:
        """Between node leaders."""
        return math.ceil(math.log2(self.nodes)) if self.nodes > 1 else 0

    @property
    def levels(self) -> int:
        return math.ceil(math.log2(self.ranks))


@dataclass(frozen=True)
class Protocol:
    """`messages` and `bytes`: of the rank that sends most. `counted` is its name in the counts,
    where each rank has `far` neighbours on other nodes, at most."""

    title: str
    counted: str
    messages: Callable[[Job, int], int]
    bytes: Callable[[Job, int], int]
    nanoseconds: Callable[[Network, Job], float]
    formula: str


def barrier_time(net: Network, job: Job) -> float:
    return 2 * PER_NODE * net.near + job.rounds * net.way(WORD)


def allreduce_time(net: Network, job: Job) -> float:
    return 2 * PER_NODE * net.near + job.rounds * net.way(3 * WORD)


def halo_time(net: Network, neighbours: int, size: int) -> float:
    """All neighbours of a rank are far. The data of 64 ranks shares the link of their node."""
    alone = (neighbours - 1) * net.gap + net.way(size + WORD)
    return max(alone, PER_NODE * neighbours * size * net.stream + net.latency)


def pscw_time(net: Network, neighbours: int) -> float:
    return 2 * ((neighbours - 1) * net.gap + net.way(WORD))


def start_time(net: Network, job: Job) -> float:
    """Two barriers of the launcher, by its own tree, and three questions, and one for each peer."""
    peers = 2 * job.rounds + 4
    return 2 * 2 * job.rounds * net.way(64) + (3 + peers) * 2 * net.trip()


def gather_time(net: Network, job: Job, size: int, barriers: int) -> float:
    """`size` bytes of each rank to each node: an offer and a read for each round, and barriers."""
    rounds = job.rounds * (net.way(2 * WORD) + net.trip())
    return barriers * barrier_time(net, job) + rounds + job.ranks * size * net.stream


def locks_time(trips: int, stores: int) -> Callable[[Network, Job], float]:
    return lambda net, _: trips * net.trip() + stores * net.send


PROTOCOLS = [
    Protocol("start-up", "", lambda j, _: 5, lambda j, _: 216, start_time,
             "2 barriers of the launcher, 3 + peers questions"),
    Protocol("barrier, MPI fence", "barrier", lambda j, _: j.rounds, lambda j, _: j.rounds * WORD,
             barrier_time, "R messages per node"),
    Protocol("allreduce of 8 B", "allreduce of 8 B", lambda j, _: j.rounds,
             lambda j, _: j.rounds * 3 * WORD, allreduce_time, "R messages per node"),
    Protocol("PSCW, k = 4", "PSCW, 4 neighbours", lambda j, far: 2 * far,
             lambda j, far: 2 * far * WORD, lambda n, j: pscw_time(n, 4), "2 k messages"),
    Protocol("PSCW, k = 6", "", lambda j, _: 12, lambda j, _: 12 * WORD,
             lambda n, j: pscw_time(n, 6), "2 k messages"),
    Protocol("lock + unlock (queue)", "lock + unlock", lambda j, _: 4, lambda j, _: 4 * WORD,
             locks_time(2, 2), "2 round trips, 2 words"),
    Protocol("allgather of 8 B", "allgather of 8 B", lambda j, _: 5 * j.rounds,
             lambda j, _: (j.ranks - PER_NODE) * WORD + 6 * j.rounds * WORD,
             lambda n, j: gather_time(n, j, WORD, 3), "5 R messages per node, 8 p B"),
    Protocol("team split", "team split", lambda j, _: 6 * j.rounds,
             lambda j, _: (j.ranks - PER_NODE) * 2 * WORD + 97 * j.rounds,
             lambda n, j: gather_time(n, j, 2 * WORD, 4), "6 R messages per node, 16 p B"),
    Protocol("lock + unlock, shared epoch", "epoch of a shared lock", lambda j, _: 4,
             lambda j, _: 4 * WORD, locks_time(2, 2), "2 round trips, 2 words"),
    Protocol("lock + unlock, exclusive epoch", "epoch of an exclusive lock", lambda j, _: 7,
             lambda j, _: 7 * WORD, locks_time(4, 3), "4 round trips, 3 words"),
    Protocol("lock_all + unlock_all", "lock_all", lambda j, _: 2, lambda j, _: 2 * WORD,
             locks_time(1, 1), "1 round trip, 1 word"),
    Protocol("notified halo, 4 x 8 B", "notified halo of 8 B", lambda j, far: far,
             lambda j, far: far * 2 * WORD, lambda n, j: halo_time(n, 4, WORD), "k messages"),
    Protocol("notified halo, 6 x 8 B", "", lambda j, _: 6, lambda j, _: 12 * WORD,
             lambda n, j: halo_time(n, 6, WORD), "k messages"),
]  # fmt: skip

HALOS = [(4, 8), (4, 1024), (4, 65_536), (4, 1_048_576), (6, 8), (6, 1024), (6, 65_536),
         (6, 1_048_576)]  # fmt: skip


# Costs that grow with the job: of which operation, in which units, how long it takes then.
LINEAR: list[tuple[str, str, Callable[[Network, Job], float]]] = [
    ("lock_all, or exclusive epochs, of all at a time", "2 words of each, to one gate",
     lambda n, j: 2 * j.ranks * n.gap),
    ("queue lock, 64 ranks at a time", "64 compare-and-swaps of each",
     lambda n, j: 64 * 64 * n.gap),
    ("broadcast, each 64 KiB", "a read of 64 KiB by each node, at the root",
     lambda n, j: (j.nodes - 1) * 65_536 * n.stream),
    ("reduction longer than 2 KiB, each 64 KiB", "each node reads each other's",
     lambda n, j: max((j.nodes - 1) * n.trip(), (j.nodes - 1) * 65_536 * n.stream)),
    ("allgather of 64 B", "5 R messages and 64 p B per node",
     lambda n, j: gather_time(n, j, 64, 3)),
    ("team split", "6 R messages and 16 p B per node",
     lambda n, j: gather_time(n, j, 2 * WORD, 4)),
]  # fmt: skip


@dataclass(frozen=True)
class Kept:
    """Something that a process keeps: its address space, and what is resident of that when it has
    `used` peers."""

    title: str
    space: Callable[[Job], int]
    resident: Callable[[Job, int], int]
    source: str


def slots(levels: int) -> int:
    return 2 * (levels + 2) * 2112


def calls_resident(job: Job, used: int) -> int:
    """calloc clears what it takes from the heap; from 128 KiB on it takes pages that are clear."""
    return job.ranks * WORD if job.ranks * WORD < 131_072 else (used + 1) * PAGE


def attached_resident(job: Job, used: int) -> int:
    """Two tables with a pointer for 16 images, and the 16 entries of those that are used."""
    return min(job.ranks, 2 * used * PAGE) + used * 16 * (24 + WORD)


KEPT = [
    Kept("addresses of ranks", lambda j: 0, lambda j, used: used * 136, "asked for when first met"),
    Kept("endpoint state of the network library", lambda j: 0, lambda j, used: used * 10 * 1024,
         "measured; its buffers apart"),
    Kept("which ranks are on which node", lambda j: j.nodes * 52, lambda j, used: j.nodes * 52,
         "a hash table"),
    Kept("blocks of images", lambda j: j.ranks * 512, lambda j, used: (used + 1) * PAGE,
         "once per node"),
    Kept("counts of pairs", lambda j: j.ranks * 64, lambda j, used: used * PAGE, "SYNC IMAGES"),
    Kept("calls of pairs", lambda j: j.ranks * WORD, calls_resident, "SYNC IMAGES"),
    Kept("the world's team", lambda j: 2 * j.ranks * 4 + slots(j.levels) + (256 << 10),
         lambda j, used: slots(j.rounds) + 3 * PAGE, "teams"),
    Kept("each epochs object", lambda j: j.ranks * 256, lambda j, used: (used + 2) * PAGE,
         "epochs"),
    Kept("requests of epochs", lambda j: 64 << 10, lambda j, used: 64 << 10, "epochs"),
    Kept("attached events", lambda j: j.ranks * 33, attached_resident,
         "after a put"),
]  # fmt: skip


def duration(nanoseconds: float) -> str:
    for unit, size in (("s", 1e9), ("ms", 1e6), ("us", 1e3)):
        if nanoseconds >= size:
            return f"{nanoseconds / size:.3g} {unit}"
    return f"{nanoseconds:.3g} ns"


def amount(count: float) -> str:
    for unit, size in (("TiB", 2**40), ("GiB", 2**30), ("MiB", 2**20), ("KiB", 2**10)):
        if count >= size:
            return f"{count / size:.3g} {unit}"
    return f"{count:.0f} B"


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def sizes_head(first: list[str]) -> list[str]:
    return first + [f"{size:,}" for size in SIZES]


def times_table(net: Network) -> str:
    rows = [
        [each.title, each.formula, *(duration(each.nanoseconds(net, Job(p))) for p in SIZES)]
        for each in PROTOCOLS
    ]
    return table(sizes_head(["operation", "what it sends"]), rows)


def linear_table(net: Network) -> str:
    rows = [[title, what, *(duration(time(net, Job(p))) for p in SIZES)]
            for title, what, time in LINEAR]  # fmt: skip
    return table(sizes_head(["operation", "what it sends"]), rows)


def messages_table() -> str:
    rows = []
    for each in PROTOCOLS:
        cells = [f"{each.messages(Job(p), 4)}, {each.bytes(Job(p), 4)} B" for p in SIZES]
        rows.append([each.title, *cells])
    return table(sizes_head(["most that one rank sends"]), rows)


def halos_table(networks: list[Network]) -> str:
    head = ["neighbours x bytes", *(net.name for net in networks)]
    rows = [
        [f"{k} x {amount(size)}", *(duration(halo_time(net, k, size)) for net in networks)]
        for k, size in HALOS
    ]
    return table(head, rows)


def memory_table(used: int = 8) -> str:
    def cell(each: Kept, job: Job) -> str:
        resident, space = each.resident(job, used), each.space(job)
        return f"{amount(resident)} of {amount(space)}" if space > resident else amount(resident)

    rows = [[each.title, *(cell(each, Job(p)) for p in SIZES), each.source] for each in KEPT]
    sums = [amount(sum(each.resident(Job(p), used) for each in KEPT)) for p in SIZES]
    rows.append(["sum of what is resident", *sums, ""])
    return table([*sizes_head([f"kept with {used} peers"]), "where"], rows)


def parameters_table(networks: list[Network]) -> str:
    head = ["ns, ns/B", "o_s", "o_r", "L", "g", "G", "L, long", "G, long", "G, link", "near"]
    rows = [
        [net.name, *(f"{value:.3g}" for value in (
            net.send, net.take, net.latency, net.gap, net.per_byte, net.latency_long,
            net.per_byte_long, net.stream, net.near))]
        for net in networks
    ]  # fmt: skip
    return table(head, rows)


def check_counts(counts: dict[str, object]) -> list[str]:
    """Sentences for what was counted otherwise than the formulas say."""
    job = Job(int(str(counts["ranks"])))
    protocols = counts["protocols"]
    assert isinstance(protocols, dict)
    far = protocols["sync images, 4 neighbours"]["rank_messages"]
    faults = []
    for each in PROTOCOLS:
        if not each.counted:
            continue
        seen = protocols[each.counted]["rank_messages"]
        wanted = each.messages(job, far)
        if seen != wanted:
            faults.append(f"{each.counted}: {seen} messages counted, {wanted} by the formula")
    return faults


def insert(text: str, tables: dict[str, str]) -> str:
    """Replaces what stands between `<!-- table NAME -->` and `<!-- end -->`."""
    for name, content in tables.items():
        begin = f"<!-- table {name} -->\n"
        before, found, rest = text.partition(begin)
        if not found:
            raise SystemExit(f"{DOCUMENT.name} has no place for the table '{name}'")
        _, _, after = rest.partition("<!-- end -->")
        text = f"{before}{begin}{content}\n<!-- end -->{after}"
    return text


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    data = HERE / "scaling"
    parser.add_argument("--counts", type=Path, default=data / "counts.json", metavar="FILE")
    parser.add_argument("--parameters", type=Path, default=data / "loggp.json", metavar="FILE")
    parser.add_argument("--write", action="store_true", help="into docs/scaling.md")
    parser.add_argument("--check", action="store_true", help="that they stand there")
    options = parser.parse_args()
    faults = check_counts(json.loads(options.counts.read_text()))
    if faults:
        raise SystemExit("\n".join(faults))
    here = measured(json.loads(options.parameters.read_text())["paths"])
    tables = {
        "parameters": parameters_table([here, CARD]),
        "messages": messages_table(),
        "here": times_table(here),
        "card": times_table(CARD),
        "linear": linear_table(CARD),
        "halos": halos_table([here, CARD]),
        "memory": memory_table(),
    }
    if not options.write and not options.check:
        print("\n\n".join(tables.values()))
        return
    text = DOCUMENT.read_text()
    written = insert(text, tables)
    if options.write:
        DOCUMENT.write_text(written)
    elif written != text:
        sys.exit(f"{DOCUMENT.name} has other tables than {Path(__file__).name} makes: use --write")


if __name__ == "__main__":
    main()
