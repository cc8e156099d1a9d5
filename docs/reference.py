# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Writes docs/api, the reference of the public headers, from the comments in these headers: an
index, and a page for each header of include/arauto that declares anything.

    reference.py             writes what differs from what is there
    reference.py --check     names what differs, and fails when anything does

A comment becomes prose, the declarations behind it a block of code, and its tags a list: @param,
@return, @shape, @align, @units, @order, @error, @cost, @source, and @example with lines of code.
A call that has a page among the manual pages of the MPI front-end is linked there instead."""

from __future__ import annotations

import os
import re
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import headers
from headers import Unit

TOP = Path(__file__).resolve().parent.parent
INCLUDE = TOP / "include" / "arauto"
API = TOP / "docs" / "api"
EXAMPLES = TOP / "examples"
MANUAL = TOP / "frontends" / "mpi" / "generated" / "man"
WIDTH = 120
LABELS = {
    "return": "Returns", "shape": "Shapes", "align": "Alignment", "units": "Units",
    "order": "Order", "error": "Errors", "cost": "Cost", "source": "Source",
}  # fmt: skip
CONVENTIONS = (
    "`arauto.h` brings the C API. Ranks count from 0: data calls take the rank in the job, team "
    "calls the rank in the team. Offsets and lengths are bytes."
)
GROUPS = ("Programs in C", "Programs in C++", "MPI programs", "Implementers of front-ends")
ON_MPI = re.compile(r'#include [<"](?:mpi|arauto/mpix)')
TAG = re.compile(r"@(\w+(?:, @\w+)*)[ ]*")
CODE = re.compile(
    r"`[^`]*`|\barauto/[\w/]+\.hp?p?|\bdocs/[\w/-]+\.md|\*?\b(?:arauto|ARAUTO|MPIX?|foMPI)_\w+(?:\(\))?|(?<!\w)[*_]\w+"
)
NO_BREAK_BEFORE = re.compile(r" (?=(?:[-+*#>=|]+|\d+[.)])(?: |$))")  # it would start a list


@dataclass
class Item:
    """The subject of one comment: a type, constants, a function or a family of them."""

    names: list[str]
    comment: str
    code: list[str]
    members: list[tuple[str, str]] = field(default_factory=list)


@dataclass
class Page:
    path: Path  # in docs/api, without the suffix
    header: str  # as it is included
    comment: str
    items: list[Item]
    aliases: list[str]
    group: int


@dataclass
class Writer:
    """The Markdown of one page. Names of functions and types become links."""

    path: Path
    homes: dict[str, Path]  # name -> the page that has it
    programs: dict[str, Path]  # name -> an example that uses it
    lines: list[str] = field(default_factory=list)

    def page(self) -> str:
        return re.sub(r"\n{3,}", "\n\n", "\n".join(self.lines)).rstrip() + "\n"

    def to(self, path: Path) -> str:
        return os.path.relpath(path, (API / self.path).parent)

    def link(self, name: str, is_sure: bool = False) -> str:
        if name.startswith("docs/"):
            return f"[{name}]({self.to(TOP / name)})"
        home = self.homes.get(name.rstrip("()"))
        if home is None or not (is_sure or re.search("[_/]", name)):
            return f"`{name}`"
        page = self.to(API / f"{home}.md")
        if "/" in name:
            return f"[{name}]({page})"
        page = "" if home == self.path else page
        return f"[`{name}`]({page}#{name.rstrip('()').lower()})"

    def marked(self, text: str) -> str:
        return CODE.sub(lambda match: self.link(match.group().strip("`")), " ".join(text.split()))

    def text(self, text: str, bullet: str = "") -> None:
        self.wrapped(self.marked(text), bullet)

    def wrapped(self, text: str, bullet: str = "") -> None:
        if text := NO_BREAK_BEFORE.sub("\0", text):
            options = {"break_long_words": False, "break_on_hyphens": False}
            lines = textwrap.wrap(
                bullet + text, WIDTH, subsequent_indent=" " * bool(bullet) * 2, **options
            )
            self.lines += [line.replace("\0", " ") for line in lines]

    def block(self, lines: list[str], language: str = "c") -> None:
        self.lines += [f"```{language}", *lines, "```", ""]

    def prose(self, comment: str) -> None:
        """Paragraphs; lines such as `  term    meaning` become a list."""
        for paragraph in re.split(r"\n\s*\n", textwrap.dedent(comment).strip("\n")):
            text: list[str] = []
            bullet = ""
            for line in paragraph.splitlines():
                term = re.match(r" {2}(\S.*?) {2,}(\S.*)", line)
                if not line.startswith("    " if bullet else "   ") and (term or bullet):
                    self.text(" ".join(text), bullet)
                    if not bullet or line[0] != " ":
                        self.lines.append("")
                    text, bullet = [], "- " if line[0] == " " else ""
                text.append(f"{self.marked(term[1])}: {term[2]}" if term else line)
            self.text(" ".join(text), bullet)
            self.lines.append("")

    def details(self, item: Item, tags: list[tuple[str, str]]) -> None:
        for code, meaning in item.members:
            self.text(meaning, f"- `{code}`: ")
        for tag, text in tags:
            if tag == "param":
                name, _, meaning = text.partition(" ")
                self.text(meaning, f"- `{name}`: ")
            elif tag != "example":
                label = ", ".join(LABELS[each] for each in tag.split(", @")).capitalize()
                self.text(text, f"- **{label}**: ")
        if program := self.programs.get(item.names[0]):
            self.wrapped(f"[{program.name}]({self.to(program)})", "- **In a program**: ")
        self.lines.append("")

    def item(self, item: Item, language: str) -> None:
        pages = [MANUAL / f"{name}.3" for name in item.names]
        is_manual = pages[0].exists()
        for name in item.names[:1] if is_manual else item.names:
            self.lines += [f"## `{name}`".replace(" to ", "` to `"), ""]
        prose, tags = tags_of(item.comment)
        if not is_manual:
            self.block(item.code, language)
        self.prose(prose)
        self.details(item, tags)
        if is_manual:
            links = (f"[{page.stem}]({self.to(page)})" for page in pages)
            self.wrapped("Manual pages: " + ", ".join(links))
            self.lines.append("")
        for tag, text in tags:
            if tag == "example":
                self.block(textwrap.dedent(text.strip("\n")).splitlines(), language)


def tags_of(comment: str) -> tuple[str, list[tuple[str, str]]]:
    prose, *parts = TAG.split(comment)
    tags = [(tag, text if tag == "example" else " ".join(text.split()))
            for tag, text in zip(parts[::2], parts[1::2])]  # fmt: skip
    for tag, _ in tags:
        for name in tag.split(", @"):
            if name not in LABELS and name not in ("param", "example"):
                raise SystemExit(f"@{name} is no tag of header comments; see docs/reference.py")
    return prose, tags


def items_of(units: Iterator[Unit]) -> list[Item]:
    """Declarations without a comment of their own belong to those right before them."""
    items: list[Item] = []
    for unit in units:
        if unit.comment or not unit.follows or not items:
            items.append(Item([], unit.comment, []))
        items[-1].names += [name for name in unit.names if name not in items[-1].names]
        items[-1].code += unit.code
        items[-1].members += unit.members
    return items


def group_of(path: Path, text: str) -> int:
    if path.is_relative_to("spi"):
        return 3
    return 1 if path.suffix == ".hpp" else 2 if ON_MPI.search(text) else 0


def pages_of(include: Path) -> list[Page]:
    pages = []
    for header in sorted([*include.rglob("*.h"), *include.rglob("*.hpp")]):
        path, text = header.relative_to(include), header.read_text(encoding="utf-8")
        comment, body = headers.split(text)
        items = items_of(headers.units(body, is_cpp=path.suffix == ".hpp"))
        aliases = headers.ALIAS.findall(headers.FOR_CPP_ALONE.sub("", body))
        aliases = [] if path.suffix == ".hpp" else aliases
        group = group_of(path, text)
        name = path.with_suffix("")
        if path.suffix == ".hpp" and (INCLUDE / path.with_suffix(".h")).exists():
            name = path.with_name(f"{path.stem}_cpp")  # the C header has a page of its name
        pages.append(Page(name, f"arauto/{path}", comment, items, aliases, group))
    return sorted(pages, key=lambda page: (page.group, page.path))


def write_page(page: Page, *known: dict[str, Path]) -> str:
    out = Writer(page.path, *known)
    source = f"include/{page.header}"
    out.lines = [f"<!-- Written from {source} by `make reference`. -->", f"# {page.header}", ""]
    out.prose(page.comment)
    language = "cpp" if page.group == 1 else "c"
    for item in page.items:
        out.item(item, language)
    if page.aliases:
        out.lines += ["## Other names", ""]
        out.block([f"#define {name} {meaning}" for name, meaning in page.aliases])
    return out.page()


def first_sentence(comment: str) -> str:
    text = " ".join(tags_of(comment)[0].split())
    return re.split(r"(?<=[^.]\.) (?=[A-Z`])", text, maxsplit=1)[0]


def write_index(pages: list[Page], *known: dict[str, Path]) -> str:
    out = Writer(Path("README"), *known)
    out.lines = ["<!-- Written from include/arauto by `make reference`. -->", "# Reference", ""]
    out.text(
        f"A page for each public header. {CONVENTIONS} [status.h](status.md) says what calls "
        "return. Each function has a manual page too: `man 3 arauto_put`."
    )
    for number, group in enumerate(GROUPS):
        out.lines += ["", f"## {group}"]
        for page in pages:
            if page.group != number or not page.items:
                continue
            out.lines += ["", f"### [{page.header}]({page.path}.md)", ""]
            out.text(re.split(r"\n\s*\n", page.comment, maxsplit=1)[0])
            out.lines.append("")
            for item in page.items:
                if number != 1 and re.match("typedef|enum|#|extern|struct", item.code[0]):
                    continue  # types and constants are on the page
                names = ", ".join(out.link(name, is_sure=True) for name in item.names)
                sentence = out.marked(first_sentence(item.comment))
                out.wrapped(": ".join(filter(None, (names, sentence))), "- ")
    return out.page()


def programs() -> dict[str, Path]:
    """The shortest example that calls a function."""
    examples = sorted(EXAMPLES.glob("*.c"), key=lambda path: -path.stat().st_size)
    return {
        name: path for path in examples for name in re.findall(r"\barauto_\w+", path.read_text())
    }


def generate(include: Path = INCLUDE) -> dict[Path, str]:
    """The text of each page."""
    pages = pages_of(include)
    homes = {
        name: page.path
        for page in reversed(pages)
        for item in page.items
        for name in item.names
        if not name.isupper() and not (MANUAL / f"{name}.3").exists()
    }
    homes |= {page.header: page.path for page in pages if page.items}
    known = homes, programs()
    files = {API / f"{page.path}.md": write_page(page, *known) for page in pages if page.items}
    return files | {API / "README.md": write_index(pages, *known)}


def main() -> int:
    files = generate()
    there = {path: path.read_text(encoding="utf-8") for path in API.rglob("*.md")}
    stale = sorted(path for path in {*files, *there} if files.get(path) != there.get(path))
    is_check = sys.argv[1:] == ["--check"]
    for path in stale:
        if is_check:
            print(f"{path.relative_to(TOP)} is not what the headers say: run `make reference`")
        elif path in files:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(files[path], encoding="utf-8")
        else:
            path.unlink()
    print(f"reference: {len(stale)} of {len(files)} pages {'stale' if is_check else 'changed'}")
    return 1 if is_check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
