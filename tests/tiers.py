# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""How many tests of each behaviour are registered, and how many of them are in the gate. Fails when
the gate leaves out a behaviour altogether, and when tests/README.md does not say what a folder or a
behaviour is about.

    tiers.py BUILD_FOLDER       prints a table; a behaviour is the first word of its tests' names
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

HERE = Path(__file__).resolve().parent
# Reads CTest's own files with commands of the same names: asking ctest would overwrite the log of
# the ctest that runs this.
NAME = r"(?:\[=\[)?([^]\s]+)(?:\]=\])?"
ADD = re.compile(rf"^add_test\({NAME} ", re.MULTILINE)
LABELS = re.compile(rf'^set_tests_properties\({NAME} .*\bLABELS "([^"]*)"', re.MULTILINE)


def tests_of(folder: Path) -> dict[str, set[str]]:
    """The labels of each test that is registered in a build folder."""
    labels: dict[str, set[str]] = {}
    for path in folder.rglob("CTestTestfile.cmake"):
        text = path.read_text()
        for name in ADD.findall(text):
            labels.setdefault(name, set())
        for name, words in LABELS.findall(text):
            labels.setdefault(name, set()).update(words.split(";"))
    return labels


def table(labels: dict[str, set[str]]) -> tuple[list[str], list[str]]:
    """Its lines, and the behaviours that the gate leaves out."""
    counts: Counter[str] = Counter(name.split(".")[0] for name in labels)
    gate = Counter(name.split(".")[0] for name, words in labels.items() if "gate" in words)
    lines = [f"{'behaviour':16} {'tests':>6} {'in the gate':>12}"]
    for behaviour, count in sorted(counts.items()):
        lines.append(f"{behaviour:16} {count:>6} {gate[behaviour]:>12}")
    lines.append(f"{'all':16} {counts.total():>6} {gate.total():>12}")
    return lines, [behaviour for behaviour in counts if gate[behaviour] == 0]


def not_described(behaviours: Iterable[str], folders: Iterable[str], page: str) -> list[str]:
    """Folders and behaviours without a row of the page's table."""
    rows = [line.split("|") for line in page.splitlines() if line.startswith("| ")]
    cells = [set(re.findall(r"`([^`]+)`", row[column])) for row in rows for column in (1, 2)]
    described = set().union(*cells)
    return sorted({*behaviours, *folders} - described)


def main() -> int:
    labels = tests_of(Path(sys.argv[1]))
    lines, left_out = table(labels)
    print(*lines, sep="\n")
    for behaviour in left_out:
        print(f"no test of '{behaviour}' is in the gate (tests/tiers.cmake)")
    folders = {path.parent.name for path in HERE.glob("*/*.cmake")}
    behaviours = {name.split(".")[0] for name in labels}
    missing = not_described(behaviours, folders, (HERE / "README.md").read_text())
    for word in missing:
        print(f"tests/README.md does not say what '{word}' is about")
    if not labels:
        print(f"no test is registered in {sys.argv[1]}")
    return 1 if left_out or missing or not labels else 0


if __name__ == "__main__":
    sys.exit(main())
