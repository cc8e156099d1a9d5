# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The translator counts as many image selectors in each file as tree-sitter's parser, an
independent one.

count.py ARAUTO FILE...     77: that parser is not installed
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SKIPPED = 77


def count_nodes(node, kind: str) -> int:
    return (node.type == kind) + sum(count_nodes(child, kind) for child in node.children)


def main() -> int:
    try:
        import tree_sitter
        import tree_sitter_fortran
    except ImportError:
        print("skipped: tree-sitter-fortran is not installed (scripts/requirements.txt)")
        return SKIPPED
    parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_fortran.language()))
    names = sys.argv[2:]
    done = subprocess.run(
        [sys.argv[1], "translate", "--count", *names], capture_output=True, text=True, check=True
    )
    faults = total = 0
    for name, line in zip(names, done.stdout.splitlines(), strict=True):
        ours = int(line.split()[0])
        theirs = count_nodes(parser.parse(Path(name).read_bytes()).root_node, "coarray_index")
        total += ours
        if ours != theirs:
            faults += 1
            print(f"{name}: {ours} image selectors, tree-sitter sees {theirs}")
    print(f"{total} image selectors in {len(names)} files, {faults} faults")
    return 1 if faults or total == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
