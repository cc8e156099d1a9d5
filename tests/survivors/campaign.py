# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Kills ranks at random instants in collective calls, and reports how the survivors went on.

    campaign.py [--deaths N] [--kinds K,K] [--images 4,8] [--ways W,W] [--seed S] [--table]

A way is how the members synchronise: `rounds` and `central` (the two barriers of one node),
`nodes2` and `nodes1` (pretended nodes of two ranks, or of one). A job that does not end in time
hangs; one that ends with another status than that of a killed rank had survivors that disagreed.
In the gate (ARAUTO_TEST_TIER=gate) there is a third of the deaths.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tier import IS_GATE

ARAUTO = os.environ.get("ARAUTO", "arauto")
PROGRAM = Path(os.environ.get("ARAUTO_TEST_PROGRAMS", ".")) / "collectives"
KINDS = (
    "barrier sync_images reduce reduce_long broadcast broadcast_long allgather allocate split"
).split()
WAYS = {
    "rounds": {"ARAUTO_BARRIER": "rounds"},
    "central": {"ARAUTO_BARRIER": "central"},
    "nodes2": {"ARAUTO_NODE_RANKS": "2"},
    "nodes1": {"ARAUTO_NODE_RANKS": "1"},
}
KILLED = 128 + 9
LIMIT_S = 150  # some hundred times what such a job takes alone: only a hang takes so long
SEED = int(os.environ.get("ARAUTO_TEST_SEED", "1"))


@dataclass(frozen=True)
class Case:
    """One job."""

    kind: str
    way: str
    images: int
    victims: int
    delay_us: int
    seed: int

    def command(self) -> list[str]:
        """Return the command that runs it."""
        job = [ARAUTO, "run", "-n", str(self.images), str(PROGRAM), self.kind]
        return [*job, str(self.seed), str(self.victims), str(self.delay_us)]


def run(case: Case) -> str:
    """Run one job; return 'ok', 'hang', or the sentence of what went wrong."""
    environment = {**os.environ, **WAYS[case.way]}
    with subprocess.Popen(
        case.command(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
    ) as job:
        try:
            output, _ = job.communicate(timeout=LIMIT_S)
        except subprocess.TimeoutExpired:
            job.terminate()
            output, _ = job.communicate()
            return f"hang: {output.strip()}"
    if job.returncode == KILLED and "different" not in output:
        return "ok"
    return f"status {job.returncode}: {output.strip()}"


def cases(options: argparse.Namespace) -> Iterator[Case]:
    """Yield cases until there have been as many deaths as wanted."""
    row = random.Random(options.seed)
    deaths = 0
    while deaths < options.deaths:
        for kind in options.kinds:
            for way in options.ways:
                images = row.choice(options.images)
                victims = row.choice([1, 1, 2])
                delay_us = int(10 ** row.uniform(1, 4.5))
                yield Case(kind, way, images, victims, delay_us, row.randrange(1 << 48))
                deaths += victims


def words_of(text: str) -> list[str]:
    """Split a list given on the command line."""
    return text.split(",")


def numbers_of(text: str) -> list[int]:
    """Split a list of numbers."""
    return [int(word) for word in text.split(",")]


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deaths", type=int, default=200)
    parser.add_argument("--kinds", type=words_of, default=KINDS)
    parser.add_argument("--ways", type=words_of, default=list(WAYS))
    parser.add_argument("--images", type=numbers_of, default=[4, 8])
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--table", action="store_true", help="print a table of deaths and faults")
    options = parser.parse_args()
    if IS_GATE:
        options.deaths //= 6
    return options


Count = Counter[tuple[str, str]]  # by kind and way


def print_table(deaths: Count, faults: Count, options: argparse.Namespace) -> None:
    """Print deaths, and faults among them, as Markdown."""
    print("| collective | " + " | ".join(options.ways) + " |")
    print("|---|" + "---|" * len(options.ways))
    for kind in options.kinds:
        cells = [f"{faults[kind, way]} of {deaths[kind, way]}" for way in options.ways]
        print(f"| {kind} | " + " | ".join(cells) + " |")


def main() -> int:
    """Run the campaign."""
    options = arguments()
    print(f"seed {options.seed}", flush=True)
    deaths: Count = Counter()
    faults: Count = Counter()
    for case in cases(options):
        told = run(case)
        deaths[case.kind, case.way] += case.victims
        if told != "ok":
            faults[case.kind, case.way] += 1
            print(f"{case}: {told}", flush=True)
    if options.table:
        print_table(deaths, faults, options)
    print(f"{deaths.total()} deaths, {faults.total()} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
