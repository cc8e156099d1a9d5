# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The trace of an MPI program has the calls of its windows: traced_test.py ARAUTO PROGRAM
LAUNCHER..., with two processes."""

import json
import os
import subprocess
import sys
import tempfile

RANKS = 2
KINDS = ("allocate", "put", "get", "epoch call", "request wait")


def main():
    arauto, program, launcher = sys.argv[1], sys.argv[2], sys.argv[3:]
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "mpi.arauto")
        ran = subprocess.run(
            [*launcher, "-n", str(RANKS), program],
            env=dict(os.environ, ARAUTO_TRACE=name),
            capture_output=True,
            text=True,
            timeout=240,
            check=False,
        )
        if ran.returncode != 0 or "all well" not in ran.stdout:
            said = ran.stdout[-500:] + ran.stderr[-500:]
            sys.exit(f"{program} ended with {ran.returncode}: {said}")
        doctor = subprocess.run(
            [arauto, "doctor", name, "--json", "-"], capture_output=True, text=True, check=False
        )
        if doctor.returncode != 0:
            sys.exit(f"arauto doctor ended with {doctor.returncode}: {doctor.stderr}")
    told = json.loads(doctor.stdout)
    if (told["noun"], len(told["images"])) != ("rank", RANKS):
        sys.exit(f"the trace has {len(told['images'])} {told['noun']}s, not {RANKS} ranks")
    for kind in KINDS:
        found = [call for call in told["calls"] if call["kind"] == kind]
        if max((call["images"] for call in found), default=0) != RANKS:
            sys.exit(f"{kind}: {found}, but both ranks have called it at one line")
    print("all well")


main()
