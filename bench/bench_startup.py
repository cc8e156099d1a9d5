# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Measures the start-up time and the memory of an idle image."""

from __future__ import annotations

import argparse
import statistics
import time

from bench_programs import HERE, Rounds, build, command, run
from bench_records import Record, simple_record


def measure_startup(options: argparse.Namespace) -> list[Record]:
    """From before the command is started to the first statement of its last image, in
    milliseconds."""
    ours = build([HERE / "startup" / "first_statement.f90"], [command(), "fc", "-O2"], [])
    serial = build(
        [HERE / "startup" / "first_statement.f90"], ["gfortran", "-O2", "-fcoarray=single"], []
    )

    def once(words: list[str]) -> float:
        begin = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
        output = run(words, 60)
        started = [
            int(line.split()[1])
            for line in output.splitlines()
            if line.strip().startswith("started")
        ]
        return (max(started) - begin) / 1e6

    rows: list[Record] = []
    for images in (2, 256) if not options.quick else (2, 64):
        rounds = options.rounds * (4 if images == 2 else 1)
        mine, floor = [], []
        for _ in Rounds(f"{images} images", rounds):
            floor.append(once([str(serial)]))
            mine.append(once([command(), "run", "-n", str(images), str(ours)]))
        rows.append(simple_record("startup", images, "ms", mine, floor))
    return rows


def measure_memory(options: argparse.Namespace) -> list[Record]:
    """Memory of an idle image that no other process shares, in MiB."""
    ours = build([HERE / "startup" / "first_statement.f90"], [command(), "fc", "-O2"], [])
    serial = build(
        [HERE / "startup" / "first_statement.f90"], ["gfortran", "-O2", "-fcoarray=single"], []
    )

    def own(words: list[str]) -> float:
        lines = [
            line.split()
            for line in run(words, 60).splitlines()
            if line.strip().startswith("memory")
        ]
        return statistics.median(int(words[1]) for words in lines) / 1024

    rows: list[Record] = []
    for images in (2, 8, 64):
        mine, floor = [], []
        for _ in Rounds(f"memory, {images} images", options.rounds):
            mine.append(own([command(), "run", "-n", str(images), str(ours), "wait"]))
            floor.append(own([str(serial), "wait"]))
        rows.append(simple_record("memory_per_image", images, "MiB", mine, floor))
    return rows
