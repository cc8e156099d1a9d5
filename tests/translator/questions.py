# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""How many messages an access to a component costs: each access to private memory is one, an access
to the heap is none, and another node is asked for the address of a component once, until it
changes.

    questions.py ARAUTO COMPILER PROGRAM
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

IMAGES = 2


def counts(arauto: str, program: Path, way: str, on_node: int) -> dict[str, int]:
    """By the counter's name, how many calls all images have made."""
    setting = {"ARAUTO_COUNTERS": "on"} | ({"ARAUTO_NODE_RANKS": str(on_node)} if on_node else {})
    command = [arauto, "run", "-n", str(IMAGES), str(program), *([way] if way else [])]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=240, env=os.environ | setting
    )
    if done.returncode != 0:
        sys.exit(f"'{way}', {on_node} on a node: {done.stdout}{done.stderr}")
    rows = re.findall(r"^ *(\w+) +(\d+) \(", done.stderr, flags=re.MULTILINE)
    return {name: int(count) for name, count in rows}


def main() -> int:
    arauto, compiler, source = sys.argv[1], sys.argv[2], Path(sys.argv[3]).resolve()
    faults = 0

    def expect(what: str, is_so: bool, got: dict[str, int]) -> None:
        nonlocal faults
        if not is_so:
            faults += 1
            print(f"not so: {what}; counted: {got}")

    with tempfile.TemporaryDirectory() as made:
        program = Path(made) / "program"
        command = [arauto, "fc", "--translate", "--compiler", compiler, "-O2", str(source)]
        subprocess.run([*command, "-o", str(program)], check=True, cwd=made)
        near = counts(arauto, program, "", 0)
        expect("near components are in the heap", near.get("foreign", 0) == 0, near)
        private = counts(arauto, program, "private", 0)
        expect("private ones are seen to be", private.get("foreign", 0) > 100, private)
        far = counts(arauto, program, "", 1)
        expect("far ones are asked for once", far.get("rpc", 0) == IMAGES, far)
        expect("and then not read", far.get("get", 0) <= IMAGES, far)
        moving = counts(arauto, program, "moving", 1)
        expect("a rank that calls in vain gives up", moving.get("rpc", 0) <= 5 * IMAGES, moving)
        expect("and reads", moving.get("get", 0) >= 40 * IMAGES, moving)
    print(f"{source.name} with {compiler}: {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
