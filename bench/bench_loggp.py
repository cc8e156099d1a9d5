# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Fits the parameters of LogGP (Alexandrov, Ionescu, Schauser, Scheiman: LogGP, SPAA 1995) to what
two ranks take here, over shared memory and over the network transport, and prints them with the
machine's load:

    bench_loggp.py [--rounds N] [--json FILE]

A put of k bytes arrives after o_s + L + k G + o_r. The sender is busy for o_s, the receiver for
o_r, and L is the rest of the time that a put of few bytes takes. g is the time between two short
puts of one sender. Puts that are so long that their sender waits for completion have an L and a G
of their own. Where the system allows it, the measured processes run with real-time priority:
otherwise other processes would take their cores, and the figures would show that load."""

from __future__ import annotations

import argparse
import json
import os
import statistics
from pathlib import Path

from bench_models import Point, fit
from bench_programs import HERE, Failed, build, command, cores, run

PATHS = {"shared memory": {}, "network": {"ARAUTO_NODE_RANKS": "1"}}
LONG_FROM = 16384  # bytes; over the network a put of this length or more waits for its completion
SECONDS = 0.05

Times = dict[tuple[str, int], float]
Parameters = dict[str, float]


def priority() -> list[str]:
    words = ["chrt", "-f", "10"]
    try:
        run([*words, "true"], 5)
    except (Failed, OSError):
        return []
    return words


def measure(program: Path, environment: dict[str, str], rounds: int) -> Times:
    """Median of the rounds, for each name and size; in nanoseconds."""
    seen: dict[tuple[str, int], list[float]] = {}
    for _ in range(rounds):
        words = [*priority(), command(), "run", "-n", "2", str(program), str(SECONDS)]
        for line in run(words, 120, environment).splitlines():
            name, size, value = line.split()
            seen.setdefault((name, int(size)), []).append(float(value))
    return {key: statistics.median(values) for key, values in seen.items()}


def parameters(times: Times) -> Parameters:
    """All in nanoseconds, G in nanoseconds per byte."""
    ways = [(size, value) for (name, size), value in times.items() if name == "one_way"]
    short: list[Point] = [(size, value) for size, value in ways if size < LONG_FROM]
    long: list[Point] = [(size, value) for size, value in ways if size >= LONG_FROM]
    start, per_byte = fit(short)
    long_start, long_per_byte = fit(long)
    busy = times["send", 8] + times["take", 8]
    return {
        "o_s": times["send", 8],
        "o_r": times["take", 8],
        "L": max(start - busy, 0.0),
        "g": times["gap", 8],
        "G": max(per_byte, 0.0),
        "L_long": max(long_start - busy, 0.0),
        "G_long": max(long_per_byte, 0.0),
        "G_stream": times["gap", 1 << 20] / (1 << 20),
        "fetch": times["fetch", 8],
        "barrier": times["barrier", 0],
    }


def report(fitted: dict[str, Parameters], load: float) -> str:
    names = list(next(iter(fitted.values())))
    lines = [f"{'ns, ns/B':16}" + "".join(f"{name:>11}" for name in names)]
    for path, values in fitted.items():
        lines.append(f"{path:16}" + "".join(f"{values[name]:11.4g}" for name in names))
    lines.append(f"{cores()} cores, load {load:.1f}")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the parameters there")
    options = parser.parse_args()
    program = build([HERE / "scaling" / "loggp.c"], [command(), "cc", "-O2"], [])
    load = os.getloadavg()[0]
    fitted = {
        path: parameters(measure(program, environment, options.rounds))
        for path, environment in PATHS.items()
    }
    print(report(fitted, load))
    if options.json:
        options.json.write_text(
            json.dumps({"cores": cores(), "load": round(load, 1), "paths": fitted}, indent=1) + "\n"
        )


if __name__ == "__main__":
    main()
