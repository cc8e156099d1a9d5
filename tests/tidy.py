# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Style and structure as a test: fails when an include crosses a direction, when a document points
to nothing, and on what STYLE.md leaves to a machine.

    tidy.py [FOLDER]      prints one line per fault, and fails when there is any
"""

from __future__ import annotations

import fnmatch
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pairs import check_labels, check_pairs

# Folder -> what it may include, as the start of the path in the include line. A folder may always
# include itself. The rooms of src/ may also include the rooms that they see: each room's
# CMakeLists.txt names these (SEES), and the compiler finds no others.
DIRECTIONS: dict[str, list[str]] = {
    "include/arauto": ["arauto/"],
    "src/base": ["arauto/status.h", "arauto/spi/counters.h", "arauto/spi/trace.h"],
    "src/os": ["arauto/status.h"],
    "src/boot": [],
    "src/check": ["arauto/section.h", "arauto/spi/race.h", "arauto/spi/trace.h"],
    "src/plan": ["arauto/section.h", "arauto/status.h"],
    "src/transport": ["arauto/spi/wait.hpp"],
    "src/memory": [],
    "src/runtime": ["arauto/spi/wait.hpp"],
    "src/remote": ["arauto/section.h", "arauto/spi/rpc.h"],
    "src/team": ["arauto/collective.h"],
    "src/sync": [],
    "src/epoch": ["arauto/epoch.h", "arauto/request.h", "arauto/spi/epoch.h"],
    "src/failure": [],
    "src/job": [],
    "src/api": ["arauto/"],
    "frontends/coarray": ["arauto/"],
    "frontends/gfortran": ["arauto/", "coarray/"],
    "frontends/halo": ["arauto/"],
    "frontends/mpi": ["arauto/", "generated/"],
    "frontends/prif": ["arauto/", "coarray/"],
    "frontends/race": ["arauto/"],
    "frontends/translated": ["arauto/", "coarray/"],
    "tools": ["arauto/", "base/", "os/", "boot/", "insight/"],
    "tools/insight": ["arauto/", "base/", "os/", "boot/"],
}
ROOMS_OF_SRC = tuple(name[4:] for name in DIRECTIONS if name.startswith("src/"))
# Other rooms know the contract of a transport, not what is behind it.
FACE_OF_TRANSPORT = tuple(
    f"transport/{name}.hpp" for name in ("atomics", "contract", "make", "settings")
)

FOLDERS_WITH_PAGE = ("bench", "scripts", "tests", "tools", "translator")

LINE_MAX = {".hpp": 100, ".cpp": 100, ".h": 100, ".c": 100, ".py": 100, ".f90": 132, ".inc": 132}
DOCUMENT_LINE_MAX = 120
BUILD_LINE_MAX = 120  # of CMake files, shell scripts and the Makefile
FILE_LINES_MAX = 600
FUNCTION_LINES_MAX = 70
SOURCES = (*LINE_MAX, ".sh", ".cmake")
UNFINISHED = re.compile(r"\b(TO" + r"DO|FIX" + r"ME|X" + r"XX)\b")
SEES = re.compile(r"arauto_room\(\w+\s+SEES\s+(.+?)\s+SOURCES", re.S)
SPDX = re.compile(r"SPDX-FileCopyrightText: .+\n.*SPDX-License-Identifier: \S+(?: \*/)?$", re.M)
INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]')
TRANSPORT = re.compile(r"^(?:src/)?transport/(\w+)/")
RANK_IN_SENTENCE = re.compile(r'"[^"]*\brank (%|\d)')
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
NAMED_PLACE = re.compile(r"`(\w+)` \(`([\w/]+\.[a-z]+)`\)")
MODULES = (".cpp", ".hpp", ".py")
OF_A_VERSION = re.compile(r"_1\d$")
INLINE_CODE = re.compile(r"`[^`]*`")
NAMED_PATH = re.compile(
    r"`((?:src|include|frontends|tools|tests|bench|examples|docs|scripts|cmake)/[\w./-]+\.\w+)`"
)
# The headers in include/arauto/ itself count; what only front-ends and tools need is in its spi/.
PROGRAM_FUNCTIONS_MAX = 74
EXPORTED = re.compile(r"^ARAUTO_EXPORT[^;]*?\b(arauto_\w+)\(", re.M)
DECISION_SECTIONS = ["## Context", "## Decision", "## Refused", "## Consequences"]
DECISION_PART = re.compile(r"# \d{4}: |Status: |##? .*")
COMMENT = re.compile(r'\s*(?://[/!]?<?|/\*\*?|\*|#|!>?|""")(?:\s+|(?<="))')
FRAGMENT = re.compile(r"(?:What|Who|Whose|Of)\b")


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


def rooms_seen(top: Path) -> dict[str, set[str]]:
    """Room of src/ -> the rooms that its CMakeLists.txt names as seen."""
    seen: dict[str, set[str]] = {}
    for build_file in sorted((top / "src").glob("*/CMakeLists.txt")):
        match = SEES.search(build_file.read_text(encoding="utf-8"))
        seen[build_file.parent.name] = set(match.group(1).split()) if match else set()
    return seen


def all_below(room: str, seen: dict[str, set[str]]) -> set[str]:
    below: set[str] = set()
    ahead = [room]
    while ahead:
        for other in seen.get(ahead.pop(), set()) - below:
            below.add(other)
            ahead.append(other)
    return below


def check_includes(path: Path, lines: list[str], seen: dict[str, set[str]]) -> Iterator[Fault]:
    room = room_of(path)
    if room is None:
        return
    own = room.split("/")[-1]
    allowed = [f"{own}/", *DIRECTIONS[room]]
    if room.startswith("src/"):
        allowed += [f"{other}/" for other in all_below(own, seen)]
    for number, line in enumerate(lines, 1):
        match = INCLUDE.match(line)
        if match is None or (match.group(1) == "<" and not is_of_this_project(match.group(2))):
            continue
        name = match.group(2)
        is_allowed = "/" not in name or any(name.startswith(start) for start in allowed)
        is_inside = name.startswith("transport/") and name not in FACE_OF_TRANSPORT
        if not is_allowed or (is_inside and own != "transport"):
            yield Fault(path, number, f"{room} must not include {name}; see ARCHITECTURE.md")
        if crosses_transports(path, name):
            yield Fault(path, number, f"a transport must not include another one's {name}")


def crosses_transports(path: Path, name: str) -> bool:
    here, there = TRANSPORT.match(path.as_posix()), TRANSPORT.match(name)
    return here is not None and there is not None and here.group(1) != there.group(1)


def check_layers(seen: dict[str, set[str]]) -> Iterator[Fault]:
    """No room sees itself by way of others."""
    for room in sorted(seen):
        if room in all_below(room, seen):
            path = Path(f"src/{room}/CMakeLists.txt")
            yield Fault(path, 1, f"{room} sees itself by way of the rooms that it sees")


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
        if not (folder / "README.md").exists():
            yield Fault(relative, 1, f"src/{name} has no README.md that says what it is for")
        words = set(re.split(r"[\s()]+", text))
        for source in sorted(folder.rglob("*.cpp")):
            if source.relative_to(folder).as_posix() not in words:
                yield Fault(relative, 1, f"{source.relative_to(folder)} is in no target")


def check_pages(top: Path) -> Iterator[Fault]:
    """Front-ends, and folders beside the libraries, say what is where; rooms of src/ do too."""
    front_ends = (path for path in (top / "frontends").glob("*") if path.is_dir())
    others = (top / name for name in FOLDERS_WITH_PAGE)
    for folder in sorted([*front_ends, *(path for path in others if path.is_dir())]):
        if not (folder / "README.md").exists():
            name = folder.relative_to(top)
            yield Fault(name, 1, f"{name} has no README.md that says what it is for")


def check_modules(top: Path) -> Iterator[Fault]:
    """The page of a folder names each module that lies in it, or a pattern that it fits."""
    folders = [path for name in ("src", "frontends") for path in (top / name).glob("*")]
    for page in sorted(path / "README.md" for path in [*folders, top / "bench", top / "tools"]):
        if not page.exists():
            continue
        codes = INLINE_CODE.findall(page.read_text(encoding="utf-8"))
        words = {word for code in codes for word in re.split(r"[`, ]+", code)}
        names = {re.sub(r"<\w+>", "*", word) for word in words if word != "*"}
        for path in sorted(page.parent.iterdir()):
            forms = (path.stem, path.name, OF_A_VERSION.sub("", path.stem))
            is_named = any(fnmatch.fnmatch(form, name) for form in forms for name in names)
            if path.suffix in MODULES and not is_named:
                text = f"{page.relative_to(top)} does not name {path.stem}"
                yield Fault(path.relative_to(top), 1, text)


def check_named_places(top: Path) -> Iterator[Fault]:
    """Where a document says `name` (`file`), the file has the name."""
    for path in documents_of(top):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for name, file in NAMED_PLACE.findall(line):
                there = top / file
                if there.is_file() and name not in there.read_text(encoding="utf-8"):
                    yield Fault(path.relative_to(top), number, f"{file} has no {name}")


def long_lines(text: str) -> list[int]:
    """Lines that could be broken: not those of tables and of code, and none that is one word."""
    numbers = []
    is_code = False
    for number, line in enumerate(text.splitlines(), 1):
        is_code ^= line.lstrip().startswith("```")
        is_whole = is_code or line.startswith("|") or " " not in line.strip()
        if len(line) > DOCUMENT_LINE_MAX and not is_whole:
            numbers.append(number)
    return numbers


def check_document_lines(top: Path) -> Iterator[Fault]:
    for path in documents_of(top):
        for number in long_lines(path.read_text(encoding="utf-8")):
            text = f"the line has more than {DOCUMENT_LINE_MAX} characters"
            yield Fault(path.relative_to(top), number, text)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if line.startswith("|") and not line.rstrip().endswith("|"):
                yield Fault(path.relative_to(top), number, "the row of the table is broken")


def build_files_of(top: Path) -> list[Path]:
    """Files of CMake and shell scripts, by their names: not all have a suffix."""
    folders = ("bench", "cmake", "examples", "frontends", "scripts", "src", "tests", "tools")
    names = ("CMakeLists.txt", "*.cmake", "*.in", "*.sh")
    found = [path for folder in folders for name in names for path in (top / folder).rglob(name)]
    others = (top / name for name in ("CMakeLists.txt", "Makefile", ".ci/run"))
    return sorted([*found, *(path for path in others if path.exists())])


def check_build_lines(top: Path) -> Iterator[Fault]:
    for path in build_files_of(top):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if len(line) > BUILD_LINE_MAX:
                text = f"the line has {len(line)} characters, at most {BUILD_LINE_MAX} are allowed"
                yield Fault(path.relative_to(top), number, text)


def documents_of(top: Path) -> list[Path]:
    folders = ("docs", "src", "frontends", *FOLDERS_WITH_PAGE)
    return sorted(
        [*top.glob("*.md"), *(path for name in folders for path in (top / name).rglob("*.md"))]
    )


def check_documents(top: Path) -> Iterator[Fault]:
    """Files that a document links to, or names as a path between backticks, are there."""
    for path in documents_of(top):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            targets = [
                path.parent / name
                for name in LINK.findall(INLINE_CODE.sub("", line))
                if "://" not in name
            ]
            targets += [top / name for name in NAMED_PATH.findall(line)]
            for target in targets:
                if not target.exists():
                    text = f"this points to {target.relative_to(top)}, which is not there"
                    yield Fault(path.relative_to(top), number, text)


def check_decisions(top: Path) -> Iterator[Fault]:
    """Decisions have the same parts in the same order, and the index has their titles."""
    folder = top / "docs" / "decisions"
    index = folder / "README.md"
    entries = index.read_text(encoding="utf-8").splitlines() if index.exists() else []
    for path in sorted(folder.glob("[0-9]*.md")):
        lines = path.read_text(encoding="utf-8").splitlines()
        found = [match for line in lines if (match := DECISION_PART.match(line))]
        number = path.name[:4]
        expected = [f"# {number}: ", "Status: ", *DECISION_SECTIONS]
        if [match.group() for match in found] != expected:
            text = f"a decision has these parts in this order: {', '.join(expected)}"
            yield Fault(path.relative_to(top), 1, text)
            continue
        title = found[0].string.removeprefix(expected[0])
        if f"* [{number}]({path.name}): {title}" not in entries:
            yield Fault(path.relative_to(top), 1, "docs/decisions/README.md has no line for this")


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
    if path.suffix != ".cmake" and SPDX.search(head) is None:
        yield Fault(path, 1, "the two SPDX lines are missing at the top")


def check_first_words(path: Path, lines: list[str]) -> Iterator[Fault]:
    """A comment that begins with one of these words is mostly half a sentence, whose other half is
    the line below it."""
    above = ""
    for number, line in enumerate(lines, 1):
        comment = COMMENT.match(line)
        is_first = COMMENT.match(above) is None or "SPDX-License" in above
        if comment and is_first and FRAGMENT.match(line, comment.end()):
            word = line[comment.end() :].split()[0]
            yield Fault(path, number, f"a comment begins with '{word}'; see Comments in STYLE.md")
        above = line if line.strip() not in ("/*", "/**") else ""


def check_functions(path: Path, lines: list[str]) -> Iterator[Fault]:
    """A function body is the text between a line that ends in `{` at the margin of a definition and
    its closing brace."""
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
            if "because" not in near or "because as above" in near:
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


def check_program_functions(top: Path) -> Iterator[Fault]:
    """Programs have few functions to learn; see decision 29."""
    headers = sorted((top / "include" / "arauto").glob("*.h"))
    headers = [path for path in headers if not path.name.startswith("halo")]  # of a library beside
    count = sum(len(EXPORTED.findall(path.read_text(encoding="utf-8"))) for path in headers)
    if count > PROGRAM_FUNCTIONS_MAX:
        text = f"{count} functions for programs, at most {PROGRAM_FUNCTIONS_MAX}: see spi/"
        yield Fault(Path("include/arauto"), 1, text)


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
            check_lines,
            check_first_words,
            check_functions,
            check_orders,
            check_names_of_ranks,
        )
        for fault in check(path, lines)
    ]
    seen = rooms_seen(top)
    for path, lines in files.items():
        faults += check_includes(path, lines, seen)
    faults += check_layers(seen)
    faults += [Fault(*found) for check in (check_pairs, check_labels) for found in check(files)]
    faults += check_rooms(top)
    faults += check_pages(top)
    faults += check_modules(top)
    faults += check_named_places(top)
    faults += check_documents(top)
    faults += check_document_lines(top)
    faults += check_build_lines(top)
    faults += check_decisions(top)
    faults += check_program_functions(top)
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
