# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""One report has the counters of the processes of all nodes: nodes_counters_test.py PROGRAM
LAUNCHER..., with two processes, each of them a pretended node, on one core, so that they use
Arauto's barriers."""

import json
import os
import subprocess
import sys
import tempfile

RANKS = 2


def main():
    program, launcher = sys.argv[1], sys.argv[2:]
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "counters.json")
        environment = dict(os.environ, ARAUTO_COUNTERS=name, ARAUTO_MPI_NODE="1")
        on_one_core = ["taskset", "-c", str(min(os.sched_getaffinity(0)))]
        ran = subprocess.run(
            [*launcher, "-n", str(RANKS), *on_one_core, program],
            env=environment,
            capture_output=True,
            text=True,
            timeout=240,
            check=False,
        )
        if ran.returncode != 0 or "all well" not in ran.stdout:
            said = ran.stdout[-500:] + ran.stderr[-500:]
            sys.exit(f"{program} ended with {ran.returncode}: {said}")
        files = os.listdir(folder)
        if files != ["counters.json"]:
            sys.exit(f"the job left {files}, not one file")
        with open(name, encoding="utf-8") as file:
            told = json.load(file)
    if told["processes"] != RANKS:
        sys.exit(f"{told['processes']} processes are told of, not {RANKS}")
    for counter in ("win_create", "win_free", "put", "mpi_barrier"):
        calls = told["counters"][counter]["calls"]
        if len(calls) != RANKS or min(calls) == 0:
            sys.exit(f"{counter}: {calls} calls, but every rank has made some")
    windows = told["counters"]["win_create"]["calls"]
    if len(set(windows)) != 1:
        sys.exit(f"win_create: {windows} calls, but all make the same windows")
    print("all well")


main()
