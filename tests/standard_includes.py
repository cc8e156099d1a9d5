# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""A file includes the headers of the C++ library whose names it uses, itself or by a header of this
project. Headers of the library include each other, differently in each release, so that a compiler
finds a missing include only by chance.

standard_includes.py [FOLDER]      prints one line per fault, and fails when there is any
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

FOLDERS = ("include", "src", "frontends", "tools", "tests", "bench", "examples")
CONTAINERS = ("array", "deque", "map", "span", "string", "string_view", "vector")

INTEGERS = r"u?int(?:(?:8|16|32|64|ptr|max)_t|_(?:least|fast)\d+_t)"

# The headers that declare a name, the first being the one to include; then the names. A header of C
# (<string.h>) need not declare its names in std.
USES: list[tuple[tuple[str, ...], str]] = [
    (("cstdint",), rf"std::{INTEGERS}"),
    (("cstdint", "stdint.h"), INTEGERS),
    (("algorithm",), r"std::(?:min|max|clamp|sort|copy|copy_n|copy_if|fill|fill_n|find|find_if"
                     r"|any_of|all_of|none_of|count_if|equal|reverse|remove_if|transform"
                     r"|lower_bound|upper_bound|min_element|max_element)"),
    (("array",), r"std::array"),
    (("atomic",), r"std::(?:atomic|memory_order)\w*"),
    (("bit",), r"std::(?:bit_cast|bit_ceil|bit_width|popcount|countr_zero|countl_zero|endian)"),
    (("charconv",), r"std::(?:from|to)_chars"),
    (("chrono",), r"std::chrono"),
    (("cmath",), r"std::(?:abs|ceil|fabs|floor|isnan|pow|sqrt)"),
    (("complex",), r"std::complex"),
    (("condition_variable",), r"std::condition_variable"),
    (("csignal",), r"std::(?:raise|signal)"),
    (("cstdio",), r"std::(?:FILE|fopen|fputc|fputs|fread|fwrite|v?f?printf|v?snprintf)"),
    (("cstdlib",), r"std::(?:_Exit|abort|atoi|calloc|exit|free|getenv|malloc|system"
                              r"|strto\w+)"),
    (("cstring",), r"std::(?:mem(?:chr|cmp|cpy|move|set)"
                              r"|str(?:chr|cmp|error|len|ncmp|rchr|str))"),
    (("deque",), r"std::deque"),
    (("functional",), r"std::function"),
    (("initializer_list", *CONTAINERS), r"std::initializer_list"),
    (("iterator", *CONTAINERS), r"std::(?:begin|end|size)"),
    (("iterator",), r"std::back_inserter"),
    (("limits",), r"std::numeric_limits"),
    (("map",), r"std::(?:multi)?map"),
    (("memory",), r"std::(?:make_unique|shared_ptr|unique_ptr)"),
    (("mutex",), r"std::(?:lock_guard|mutex|scoped_lock|unique_lock)"),
    (("new",), r"std::nothrow"),
    (("numeric",), r"std::(?:accumulate|iota)"),
    (("optional",), r"std::(?:nullopt|optional)"),
    (("random",), r"std::mt19937\w*"),
    (("set",), r"std::set"),
    (("span",), r"std::span"),
    (("string",), r"std::(?:sto\w+|string|to_string)"),
    (("string_view", "string"), r"std::string_view"),
    (("thread",), r"std::thread"),
    (("tuple",), r"std::(?:tie|tuple)"),
    (("type_traits",), r"std::(?:conditional_t|decay_t|enable_if\w*|is_\w+_v|remove_\w+_t)"),
    (("unordered_map",), r"std::unordered_map"),
    (("utility",), r"std::(?:exchange|forward|move|pair|swap)"),
    (("variant",), r"std::variant"),
    (("vector",), r"std::vector"),
]  # fmt: skip
PATTERNS = [(headers, re.compile(rf"(?<![\w:.])({names})\b(?!::npos)")) for headers, names in USES]
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+["<]([^">]+)[">]', re.MULTILINE)
NO_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"', re.DOTALL)


class Tree:
    """The sources below a folder, and what each includes."""

    def __init__(self, top: Path) -> None:
        self.top = top
        self.by_name: dict[str, list[Path]] = {}
        for folder in FOLDERS:
            for path in sorted((top / folder).rglob("*")):
                if path.suffix in (".cpp", ".hpp", ".h", ".inc") and path.is_file():
                    self.by_name.setdefault(path.name, []).append(path)

    def sources(self) -> Iterator[Path]:
        """Those in C++."""
        for paths in self.by_name.values():
            yield from (path for path in paths if path.suffix in (".cpp", ".hpp"))

    def find(self, name: str, includer: Path) -> Path | None:
        """The file of this project that an include line means."""
        beside = includer.parent / name
        if beside.is_file():
            return beside.resolve()
        found = self.by_name.get(Path(name).name, [])
        return next((path for path in found if path.as_posix().endswith(f"/{name}")), None)

    @cache  # noqa: B019
    def own_includes(self, path: Path) -> list[str]:
        return INCLUDE.findall(path.read_text(encoding="utf-8"))

    def library_headers(self, path: Path) -> set[str]:
        """Headers that are not of this project, of a file and of all that it includes."""
        found: set[str] = set()
        todo, seen = [path], {path}
        while todo:
            at = todo.pop()
            for name in self.own_includes(at):
                own = self.find(name, at)
                if own is None:
                    found.add(name)
                elif own not in seen:
                    seen.add(own)
                    todo.append(own)
        return found


def faults_of(tree: Tree, path: Path) -> Iterator[str]:
    text = NO_CODE.sub("", path.read_text(encoding="utf-8"))
    included = tree.library_headers(path)
    for headers, pattern in PATTERNS:
        used = pattern.search(text)
        if used and included.isdisjoint(headers):
            yield f"{path.relative_to(tree.top)}: uses {used.group(1)} without <{headers[0]}>"


def main() -> int:
    top = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent.parent
    tree = Tree(top.resolve())
    faults = sorted(fault for path in tree.sources() for fault in faults_of(tree, path))
    print(*faults, f"standard_includes: {len(faults)} faults", sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
