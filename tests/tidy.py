# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Style and structure as a test: fails when an include crosses a direction, when a document points
to nothing, and on what STYLE.md leaves to a machine.

    tidy.py [FOLDER]      prints one line per fault, and fails when there is any
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

# Room -> what it may include, as the start of the path in the include line. A room may always
# include itself.
DIRECTIONS: dict[str, list[str]] = {
    "include/arauto": ["arauto/"],
    "src/base": ["arauto/status.h", "arauto/counters.h"],
    "src/os": ["base/", "arauto/status.h"],
    "src/boot": ["base/", "os/"],
    "src/plan": ["base/", "arauto/section.h", "arauto/status.h"],
    "src/transport": ["base/", "os/", "boot/"],
    "src/core": [
        "base/", "os/", "boot/", "plan/", "transport/contract.hpp", "transport/registry.hpp",
        "transport/atomics.hpp", "arauto/section.h", "arauto/collective.h", "arauto/epoch.h",
        "arauto/request.h", "arauto/service.h",
    ],
    "src/api": ["arauto/", "base/", "os/", "boot/", "plan/", "core/", "transport/contract.hpp",
                "transport/settings.hpp"],
    "frontends/coarray": ["arauto/"],
    "frontends/gfortran": ["arauto/", "coarray/"],
    "frontends/mpi": ["arauto/", "generated/"],
    "frontends/translated": ["arauto/", "coarray/"],
    "tools": ["arauto/", "base/", "os/", "boot/"],
}  # fmt: skip
ROOMS_OF_SRC = ("base", "os", "boot", "plan", "transport", "core", "api")

LINE_MAX = {".hpp": 100, ".cpp": 100, ".h": 100, ".c": 100, ".py": 100, ".f90": 132}
FILE_LINES_MAX = 600
FUNCTION_LINES_MAX = 70
SOURCES = (".hpp", ".cpp", ".h", ".c", ".py", ".f90", ".sh", ".cmake")
UNFINISHED = re.compile(r"\b(TO" + r"DO|FIX" + r"ME|X" + r"XX)\b")
PAIR = re.compile(r"PAIR ([a-z_]+\.[a-z_]+)")
INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]')
TRANSPORT = re.compile(r"^(?:src/)?transport/(\w+)/")
RANK_IN_SENTENCE = re.compile(r'"[^"]*\brank (%|\d)')
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
NAMED_PATH = re.compile(
    r"`((?:src|include|frontends|tools|tests|bench|examples|docs|scripts|cmake)/[\w./-]+\.\w+)`"
)


@dataclass(frozen=True)
class Fault:
    path: Path
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text}"


def room_of(path: Path) -> str | None:
    for room in DIRECTIONS:
        if path.as_posix().startswith(room + "/"):
            return room
    return None


def is_of_this_project(name: str) -> bool:
    return name.split("/")[0] in ("arauto", *ROOMS_OF_SRC) and "/" in name


def check_includes(path: Path, lines: list[str]) -> Iterator[Fault]:
    room = room_of(path)
    if room is None:
        return
    own = room.split("/")[-1] + "/"
    for number, line in enumerate(lines, 1):
        match = INCLUDE.match(line)
        if match is None or (match.group(1) == "<" and not is_of_this_project(match.group(2))):
            continue
        name = match.group(2)
        is_own = name.startswith(own) or "/" not in name
        if not is_own and not any(name.startswith(allowed) for allowed in DIRECTIONS[room]):
            yield Fault(path, number, f"{room} must not include {name}; see ARCHITECTURE.md")
        if crosses_transports(path, name):
            yield Fault(path, number, f"a transport must not include another one's {name}")


def crosses_transports(path: Path, name: str) -> bool:
    here, there = TRANSPORT.match(path.as_posix()), TRANSPORT.match(name)
    return here is not None and there is not None and here.group(1) != there.group(1)


def check_table() -> Iterator[Fault]:
    """The table itself must not let rooms include each other in a circle."""
    allowed = {
        room: {other for other in ROOMS_OF_SRC for name in DIRECTIONS[f"src/{room}"]
               if name.startswith(f"{other}/") and other != room}
        for room in ROOMS_OF_SRC
    }  # fmt: skip
    while allowed:
        lowest = [room for room, others in allowed.items() if not others & allowed.keys()]
        if not lowest:
            circle = ", ".join(sorted(allowed))
            yield Fault(Path("tests/tidy.py"), 1, f"these rooms could include each other: {circle}")
            return
        for room in lowest:
            del allowed[room]


def check_rooms(top: Path) -> Iterator[Fault]:
    """Each folder of src/ is one target, which names each of its sources."""
    for folder in sorted(path for path in (top / "src").glob("*") if path.is_dir()):
        name, build_file = folder.name, folder / "CMakeLists.txt"
        relative = build_file.relative_to(top)
        if f"src/{name}" not in DIRECTIONS:
            yield Fault(relative, 1, f"src/{name} has no line in the table of directions")
        text = build_file.read_text(encoding="utf-8") if build_file.exists() else ""
        if f"arauto_room({name} " not in text:
            yield Fault(relative, 1, f"there is no arauto_room({name} SOURCES ...)")
            continue
        words = set(re.split(r"[\s()]+", text))
        for source in sorted(folder.rglob("*.cpp")):
            if source.relative_to(folder).as_posix() not in words:
                yield Fault(relative, 1, f"{source.relative_to(folder)} is in no target")


def check_documents(top: Path) -> Iterator[Fault]:
    """What a document links to, or names as a path between backticks, is there."""
    documents = [*top.glob("*.md"), *(top / "docs").rglob("*.md")]
    for path in sorted(documents):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            targets = [path.parent / name for name in LINK.findall(line) if "://" not in name]
            targets += [top / name for name in NAMED_PATH.findall(line)]
            for target in targets:
                if not target.exists():
                    text = f"this points to {target.relative_to(top)}, which is not there"
                    yield Fault(path.relative_to(top), number, text)


def check_lines(path: Path, lines: list[str]) -> Iterator[Fault]:
    limit = LINE_MAX.get(path.suffix)
    for number, line in enumerate(lines, 1):
        if limit is not None and len(line) > limit:
            yield Fault(
                path, number, f"the line has {len(line)} characters, at most {limit} are allowed"
            )
        if UNFINISHED.search(line):
            yield Fault(path, number, "unfinished work is marked; finish it, or open an issue")
    if len(lines) > FILE_LINES_MAX and "generated" not in path.parts:
        yield Fault(
            path,
            FILE_LINES_MAX,
            f"the file has {len(lines)} lines, at most {FILE_LINES_MAX} are allowed",
        )
    head = "\n".join(lines[:4])
    if path.suffix != ".cmake" and (
        "SPDX-FileCopyrightText" not in head or "SPDX-License-Identifier" not in head
    ):
        yield Fault(path, 1, "the two SPDX lines are missing at the top")


def check_functions(path: Path, lines: list[str]) -> Iterator[Fault]:
    """A function body is what stands between a line that ends in `{` at the margin of a definition
    and its closing brace."""
    if path.suffix not in (".cpp", ".hpp") or path.parts[0] not in ("src", "frontends", "tools"):
        return
    start: int | None = None
    indent = 0
    for number, line in enumerate(lines, 1):
        stripped = line.rstrip()
        if start is None and stripped.endswith("{") and is_definition(stripped):
            start = number
            indent = len(line) - len(line.lstrip())
        elif start is not None and stripped == " " * indent + "}":
            if number - start > FUNCTION_LINES_MAX:
                yield Fault(
                    path,
                    start,
                    f"the function has {number - start} lines, at most {FUNCTION_LINES_MAX}",
                )
            start = None


def is_definition(line: str) -> bool:
    words = line.strip()
    return ")" in words and not words.startswith(
        ("if", "for", "while", "switch", "}", "else", "namespace", "return", "struct", "class")
    )


def check_orders(path: Path, lines: list[str]) -> Iterator[Fault]:
    """Relaxed orders carry their reason, on the line or in the comment right above."""
    if path.parts[0] != "src":
        return
    for number, line in enumerate(lines, 1):
        if "memory_order_relaxed" in line:
            near = " ".join(lines[max(0, number - 4) : number + 2])
            if "because" not in near and "likewise" not in near:
                yield Fault(
                    path, number, "a relaxed order without its reason ('relaxed because ...')"
                )


def check_names_of_ranks(path: Path, lines: list[str]) -> Iterator[Fault]:
    """A Fortran program reads of image 2, not of rank 1."""
    if path.parts[0] != "src":
        return
    for number, line in enumerate(lines, 1):
        if RANK_IN_SENTENCE.search(line) and not line.lstrip().startswith("//"):
            yield Fault(path, number, "a sentence names a rank by name_of(), as its program does")


def check_pairs(files: dict[Path, list[str]]) -> Iterator[Fault]:
    """A label of an ordered pair names two ends."""
    places: dict[str, list[tuple[Path, int]]] = {}
    for path, lines in files.items():
        if path.parts[0] == "src":
            for number, line in enumerate(lines, 1):
                for label in PAIR.findall(line):
                    places.setdefault(label, []).append((path, number))
    for label, found in places.items():
        if len(found) < 2:
            yield Fault(found[0][0], found[0][1], f"the label '{label}' has only one end")


def check_all(top: Path) -> list[Fault]:
    files: dict[Path, list[str]] = {}
    for folder in (
        "include",
        "src",
        "frontends",
        "tools",
        "tests",
        "bench",
        "examples",
        "scripts",
        "cmake",
        "translator",
    ):
        for path in sorted((top / folder).rglob("*")):
            if path.is_file() and path.suffix in SOURCES and "__pycache__" not in path.parts:
                files[path.relative_to(top)] = path.read_text(encoding="utf-8").splitlines()
    faults = [
        fault
        for path, lines in files.items()
        for check in (
            check_includes, check_lines, check_functions, check_orders, check_names_of_ranks
        )
        for fault in check(path, lines)
    ]
    faults += check_pairs(files)
    faults += check_table()
    faults += check_rooms(top)
    faults += check_documents(top)
    return faults


def main() -> int:
    top = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
    faults = check_all(top)
    for fault in faults:
        print(fault)
    print(f"tidy: {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
