# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Measures two ranks on two hosts, beside libfabric alone over the same provider and link.

Without `--hosts` both are on this machine, as pretended nodes, and the link is the machine's own.
"""

from __future__ import annotations

import argparse
import os
import shlex
import statistics
import subprocess

from bench_programs import HERE, Failed, Rounds, build, command, run, say
from bench_records import Record

# our case -> libfabric's, which is its floor
FLOOR_CASE_OF = {
    "notified": "fi_writedata_one_way_ns",
    "put_event": "fi_writedata_one_way_ns",
    "put_fence_event": "fi_writedata_one_way_ns",
    "put_fence": "fi_write_single_ns",
}
OTHER_FLOOR_CASE = "fi_write_ns_each"
WATCHDOG_S = 120

# (name, bytes) -> (least, median) of each round
Batches = dict[tuple[str, int], list[tuple[float, float]]]

FLOOR_SETTINGS = {
    "ARAUTO_PROVIDER": "FLOOR_PROVIDER",
    "ARAUTO_INTERFACE": "FLOOR_INTERFACE",
    "ARAUTO_NETWORK_PROGRESS": "FLOOR_PROGRESS",
}


def floor_settings() -> dict[str, str]:
    """The same provider, interface and progress as ours."""
    pairs = FLOOR_SETTINGS.items()
    return {theirs: os.environ[ours] for ours, theirs in pairs if os.environ.get(ours)}


def run_floor(program: str, hosts: list[str], seconds: str) -> str:
    """Both sides; the output of the first."""
    settings = floor_settings() | {"FLOOR_SECONDS": seconds}
    words = [program]
    if hosts:
        pairs = [f"{name}={value}" for name, value in settings.items()]
        words = ["ssh", hosts[1], shlex.join(["env", *pairs, *words])]
    with subprocess.Popen(
        words,
        env=os.environ | settings,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        try:
            assert other.stdout is not None
            said = other.stdout.readline().split()
            if said[:1] != ["port"]:
                raise Failed(f"{shlex.join(words)} waits at no port", " ".join(said))
            there = hosts[1] if hosts else "127.0.0.1"
            return run([program, said[1], there], WATCHDOG_S, settings)
        finally:
            other.kill()


def run_ours(program: str, hosts: list[str], seconds: str) -> str:
    """One job of two ranks."""
    where = ["--hosts", ",".join(hosts)] if hosts else []
    environment = {} if hosts else {"ARAUTO_NODE_RANKS": "1"}
    return run([command(), "run", *where, "-n", "2", program, seconds], WATCHDOG_S, environment)


def take(batches: Batches, output: str) -> None:
    """Keep the lines "name bytes least median"."""
    for line in output.splitlines():
        words = line.split()
        if len(words) == 4 and not line.startswith("#"):
            batches.setdefault((words[0], int(words[1])), []).append(
                (float(words[2]), float(words[3]))
            )


def row(name: str, size: int, ours: Batches, floor: Batches) -> Record:
    """Medians of the rounds' medians, and the least of all, of both."""
    same = floor.get((FLOOR_CASE_OF.get(name, OTHER_FLOOR_CASE), size), [])
    mine = ours[name, size]
    record: Record = {"name": f"net_{name}", "bytes": size, "images": 2, "unit": "ns", "peers": {}}
    for word, values in (("ours", mine), ("floor", same)):
        record[word] = statistics.median(v[1] for v in values) if values else None
        record[f"{word}_least"] = min((v[0] for v in values), default=None)
    if same:
        record["ratio"] = record["ours"] / record["floor"]
        record["ratio_least"] = record["ours_least"] / record["floor_least"]
    return record


def print_table(rows: list[Record]) -> None:
    print(f"{'case':20} {'bytes':>9} {'ours':>12} {'libfabric':>12} {'ratio':>6} {'of least':>8}")
    for record in rows:
        if "ratio" in record:
            print(
                f"{record['name']:20} {record['bytes']:>9} {record['ours']:>9.0f} ns "
                f"{record['floor']:>9.0f} ns {record['ratio']:>6.2f} {record['ratio_least']:>8.2f}"
            )


def measure_net(options: argparse.Namespace) -> list[Record]:
    """Floor and ours take turns."""
    hosts: list[str] = options.hosts.split(",") if options.hosts else []
    if hosts and len(hosts) != 2:
        raise SystemExit("arauto bench net: --hosts names two hosts, such as a,b")
    folder = HERE / "pt2pt"
    ours_program = str(build([folder / "net_bench.c"], [command(), "cc", "-O2"], []))
    try:
        compiler = ["g++", "-O2", "-std=c++20"]
        floor_program = str(build([folder / "fabric_floor.cpp"], compiler, ["-lfabric"]))
    except Failed as reason:
        say(f"libfabric's own: absent, {reason}")
        floor_program = ""
    seconds = "0.2" if options.quick else "0.5"
    ours: Batches = {}
    floor: Batches = {}
    for _ in Rounds("net", options.rounds):
        if floor_program:
            take(floor, run_floor(floor_program, hosts, seconds))
        take(ours, run_ours(ours_program, hosts, seconds))
    rows = [row(name, size, ours, floor) for name, size in ours]
    print_table(rows)
    return rows
