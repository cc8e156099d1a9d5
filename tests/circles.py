# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""No circle of includes among modules. A module is a header and the source of the same name; it
depends on each module whose header one of the two includes. Likewise of imports among those of
the translator, also where a function imports, or only a type checker. Modules in a circle can only
be understood, tested and changed together.

    circles.py [FOLDER]      prints one line per fault, and fails when there is any
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

FOLDERS = ("include", "src", "frontends", "tools")
PYTHON = "translator"
SUFFIXES = (".c", ".cpp", ".h", ".hpp", ".inc")
INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([^">]+)[">]', re.MULTILINE)

# Modules that are still in a circle, by folder. Take a name away when its module has left it; add
# none.
IN_A_CIRCLE: dict[str, str] = {}

Graph = dict[str, set[str]]


def module_of(path: Path) -> str:
    return path.with_suffix("").as_posix()


def read_graph(top: Path) -> Graph:
    """The other modules that each module includes."""
    files = {
        path.relative_to(top)
        for folder in FOLDERS
        for path in (top / folder).rglob("*")
        if path.suffix in SUFFIXES
    }
    graph: Graph = {module_of(path): set() for path in files}
    for path in files:
        text = (top / path).read_text(encoding="utf-8")
        for name in INCLUDE.findall(text):
            included = find_included(path, name, files)
            if included is not None and module_of(included) != module_of(path):
                graph[module_of(path)].add(module_of(included))
    return graph


def read_python(top: Path) -> Graph:
    """The other modules that each module of the translator imports."""
    files = {
        module_of(path.relative_to(top)).removesuffix("/__init__"): path
        for path in (top / PYTHON).rglob("*.py")
    }
    graph: Graph = {}
    for module, path in files.items():
        imported: set[str] = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.level > 0:
                folder = path.relative_to(top).parents[node.level - 1]
                origin = folder.joinpath(*(node.module or "").split(".")).as_posix()
                parts = {f"{origin}/{alias.name}" for alias in node.names}
                imported |= parts & files.keys() or {origin}
        graph[module] = imported & files.keys() - {module}
    return graph


def find_included(path: Path, name: str, files: set[Path]) -> Path | None:
    """The file of this project that a line of `path` includes, as the include paths of the build
    find it."""
    for folder in (path.parent, *map(Path, FOLDERS)):
        parts: list[str] = []
        for part in (folder / name).parts:
            parts = parts[:-1] if part == ".." else [*parts, part]
        if Path(*parts) in files:
            return Path(*parts)
    return None


def reached_from(graph: Graph, module: str) -> set[str]:
    reached: set[str] = set()
    waiting = [module]
    while waiting:
        for other in graph[waiting.pop()] - reached:
            reached.add(other)
            waiting.append(other)
    return reached


def find_circles(graph: Graph) -> list[list[str]]:
    """Sets of modules each of which reaches all others of its set."""
    reached = {module: reached_from(graph, module) for module in graph}
    circles = {
        tuple(sorted(other for other in reached[module] if module in reached[other]))
        for module in graph
        if module in reached[module]
    }
    return [list(circle) for circle in sorted(circles)]


def check(top: Path, known: Mapping[str, str]) -> Iterator[str]:
    allowed = {f"{folder}/{name}" for folder, names in known.items() for name in names.split()}
    circles = find_circles(read_graph(top) | read_python(top))
    for circle in circles:
        new = [module for module in circle if module not in allowed]
        if new:
            members = ", ".join(circle)
            yield f"{new[0]}: these modules need each other in a circle: {members}"
    for module in sorted(allowed - {module for circle in circles for module in circle}):
        yield f"{module}: it is in no circle any more; take it out of the table in tests/circles.py"


def main() -> int:
    top = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
    faults = list(check(top, IN_A_CIRCLE))
    for fault in faults:
        print(fault)
    print(f"circles: {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
