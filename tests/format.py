# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Checks that C and C++ are formatted as .clang-format says, and that Python is formatted as
ruff.toml says and keeps its rules. `scripts/bootstrap.sh check` fetches both tools in fixed
versions.

    format.py      prints one line per fault, and fails when there is any
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ROOT / "build" / "checkers" / "bin"
FOLDERS = ("include", "src", "frontends", "tools", "tests", "bench", "examples")
SUFFIXES = (".c", ".cpp", ".h", ".hpp")
FILES_AT_ONCE = 20
SKIPPED = 77

# Files and folders that are not formatted yet. Take one away when it is.
UNFORMATTED: tuple[str, ...] = ()


def run(*command: str | Path) -> str:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def badly_formatted_sources() -> set[str]:
    sources = sorted(
        path.relative_to(ROOT).as_posix()
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*")
        if path.suffix in SUFFIXES
    )
    parts = [sources[i : i + FILES_AT_ONCE] for i in range(0, len(sources), FILES_AT_ONCE)]

    def check(part: Sequence[str]) -> str:
        return run(TOOLS / "clang-format", "--style=file", "--dry-run", *part)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        said = "".join(pool.map(check, parts))
    return set(re.findall(r"^([^\s:]+):\d+:\d+: (?:warning|error): ", said, re.MULTILINE))


def badly_formatted_scripts() -> set[str]:
    said = run(TOOLS / "ruff", "format", "--no-cache", "--check")
    return set(re.findall(r"^Would reformat: (.*)", said, re.MULTILINE))


def broken_rules() -> list[str]:
    said = run(TOOLS / "ruff", "check", "--no-cache", "--quiet", "--output-format", "concise")
    return said.splitlines()


def check(unformatted: set[str], known: Sequence[str]) -> Iterator[str]:
    """Faults of files that are not as their formatter would write them."""
    used = set()
    for name in sorted(unformatted):
        entries = {entry for entry in known if Path(name).is_relative_to(entry)}
        used |= entries
        if not entries:
            tool = "ruff format" if name.endswith(".py") else "clang-format -i"
            yield f"{name}: it is not formatted; build/checkers/bin/{tool} {name}"
    for entry in known:
        if entry not in used:
            yield f"{entry}: it is formatted; take it out of UNFORMATTED in tests/format.py"


def main() -> int:
    for tool in ("clang-format", "ruff"):
        if not (TOOLS / tool).exists():
            print(f"skipped: without {tool} (scripts/bootstrap.sh check) no format is checked")
            return SKIPPED
    faults = list(check(badly_formatted_sources() | badly_formatted_scripts(), UNFORMATTED))
    faults += broken_rules()
    for fault in faults:
        print(fault)
    print(f"format: {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
