# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the manual pages of the C API from the public headers: `manual_api.py FOLDER VERSION`.

The build calls it where there is a Python. Each function has a page, such as arauto_put(3). Each
header has one with its types and constants, arauto_notify.h(3), to which the names of its types
lead. arauto(3) lists them all. The MPI front-end writes the pages of the calls of MPI programs.

A parameter without a @param of its own has the meaning that it has in the function to which the
comment refers (`as arauto_put`), or else that of its name in MEANINGS."""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import headers
import reference
from manual import escape
from reference import Item, Page

WIDTH = 76  # of code: a terminal has 80 columns, and the page is indented
PARTS = {  # tag of a comment -> section, in the order of man-pages(7)
    "return": "RETURN VALUE", "error": "ERRORS", "source": "STANDARDS", "cost": "NOTES",
}  # fmt: skip
IN_DESCRIPTION = {tag: label for tag, label in reference.LABELS.items() if tag not in PARTS}
BOLD, ITALIC, ROMAN = "\x01", "\x02", "\x03"  # until the text is escaped
MEANINGS = {
    "segment": "from arauto_segment_allocate",
    "team": "arauto_team_world() or a team that arauto_team_split has made; not NULL",
    "notify": "an array from arauto_notify_create",
    "event": "an array of slots, from arauto_notify_create",
    "slot": "name of a slot, from arauto_notify_slot; the same on every rank",
    "board": "from arauto_board_create",
    "lock": "an array from arauto_lock_create",
    "epochs": "from arauto_epochs_create",
    "grid": "from arauto_halo_grid_create",
    "plan": "from arauto_halo_plan_create",
    "map": "from arauto_halo_map_create or arauto_halo_lists_create",
    "points": "the values of the points, and how they lie in memory; not kept",
    "rank": "in the job, from 0",
    "source": "memory of this process that is read",
    "destination": "memory of this process that is written",
    "memory": "memory of this process",
    "local_base": "address in this process from which `local` counts",
    "offset": "in bytes, from the start of the target's part of the segment",
    "address": "as the target itself sees it",
    "bytes": "length in bytes",
    "element_bytes": "size of an element in bytes",
    "width": "of the integer: 1, 2, 4 or 8 bytes",
    "index": "which of the array, from 0",
    "operand": "in the low bytes",
    "expected": "the value that is compared, in the low bytes",
    "tag": "of the notification, from 0",
    "type": "of an element",
    "op": "the operation that combines two values",
    "atomic": "the operation that combines two values",
    "context": "handed to the caller's function",
    "request": "names the operation afterwards; NULL: the call waits for it",
}


def is_function(item: Item) -> bool:
    return "(" in item.code[0] and not re.match("typedef|enum|#|struct|extern", item.code[0])


def prototypes(item: Item) -> Iterator[str]:
    """Without attributes, a line each."""
    code = re.sub(r"\s*__attribute__\(\(.*?\)\)\s*", "", " ".join(item.code))
    yield from (f"{' '.join(each.split())};" for each in code.split(";") if each.strip())


def parameters(prototype: str) -> list[str]:
    inside = prototype[prototype.index("(") + 1 : prototype.rindex(")")]
    inside = re.sub(r"\(\*(\w+)\)\([^()]*\)", r"\1", inside)  # a function is one too
    names = [re.findall(r"\w+", each)[-1] for each in inside.split(",")]
    return [] if names == ["void"] else names


def roff(text: str) -> str:
    text = escape(text)
    for mark, font in ((BOLD, "\\fB"), (ITALIC, "\\fI"), (ROMAN, "\\fP")):
        text = text.replace(mark, font)
    return text


def capitalised(text: str) -> str:
    return text[0].upper() + text[1:] if re.match(r"[a-z]+\b(?!_)", text) else text


def page_of_header(header: str) -> str:
    return header.replace("/", "_")


class Manual(reference.Writer):
    """The text of one page. Names of functions and types refer to their pages."""

    own: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()

    def link(self, name: str, is_sure: bool = False) -> str:
        plain = name.lstrip("*").removesuffix("()")
        if plain in self.own or (plain not in self.homes and plain not in self.arguments):
            return f"{BOLD}{name}{ROMAN}"
        if plain in self.arguments:
            return f"{ITALIC}{name}{ROMAN}"
        page = page_of_header(plain) if "/" in plain else plain
        return f"{BOLD}{page}{ROMAN}(3)"

    def wrapped(self, text: str, bullet: str = "") -> None:
        self.lines += [".IP \\(bu 2"] if bullet else []
        lines = textwrap.wrap(text, 100, break_long_words=False, break_on_hyphens=False)
        self.lines += [roff(line) for line in lines]

    def prose(self, comment: str) -> None:
        at = len(self.lines)
        super().prose(comment)
        while self.lines[-1] == "":
            self.lines.pop()
        self.lines[at:] = [line or ".PP" for line in self.lines[at:]]

    def code(self, lines: list[str]) -> None:
        after = [] if self.lines[-1].startswith(".SH") else [".PP"]
        self.lines += [*after, ".nf", ".RS 4", *map(escape, lines), ".RE", ".fi"]

    def section(self, name: str) -> None:
        self.lines.append(f".SH {name}")

    def term(self, term: str, meaning: str, font: str = "I") -> None:
        self.lines += [".TP", f".{font} {escape(term)}"]
        self.text(meaning)

    def head(self, names: list[str], purpose: str, version: str) -> None:
        self.lines += [f'.TH {names[0]} 3 "" "Arauto {version}" "Arauto"']
        self.lines += [".nh", ".ad l", ".SH NAME"]  # names are not broken
        self.wrapped(f"{', '.join(names)} - {purpose}")

    def page(self) -> str:
        return "\n".join(self.lines) + "\n"


class Api:
    """All that the headers say, for pages that refer to each other."""

    def __init__(self, include: Path = reference.INCLUDE) -> None:
        there = [page for page in reference.pages_of(include) if page.group in (0, 3)]
        self.pages = [page for page in there if page.header.endswith(".h") and page.items]
        self.items = {
            name: item for page in self.pages for item in page.items for name in item.names
        }
        self.homes = {name: page.path for page in self.pages for item in page.items
                      for name in item.names if name.islower()} | {
                      page.header: page.path for page in self.pages}  # fmt: skip
        self.tags = {name: reference.tags_of(item.comment)[1] for name, item in self.items.items()}
        self.statuses = {
            code.split()[0]: meaning
            for page in self.pages if page.header == "arauto/status.h"
            for item in page.items for code, meaning in item.members
        }  # fmt: skip
        self.programs = reference.programs()

    def referred(self, name: str) -> list[str]:
        """The functions that the comment of a function names, without itself."""
        found = re.findall(r"arauto_\w+", self.items[name].comment)
        return [each for each in found if each != name and each in self.items]

    def meaning(self, name: str, parameter: str, seen: tuple[str, ...] = ()) -> str:
        """The text of a parameter of a function, or nothing where none is known."""
        for tag, text in self.tags[name]:
            if tag == "param" and text.split()[0] == parameter:
                return text.partition(" ")[2].strip()
        for other in self.referred(name):
            if other not in seen and parameter in parameters_of(self.items[other]):
                if text := self.meaning(other, parameter, (*seen, name)):
                    return text
        return ""

    def errors(self, name: str, seen: tuple[str, ...] = ()) -> set[str]:
        """The statuses that a function may return, by its own @error and those it refers to."""
        found: set[str] = set()
        for tag, text in self.tags[name]:
            if "error" in tag.split(", @"):
                found |= {status for status in self.statuses if re.search(rf"{status}\b", text)}
                for other in re.findall(r"\bas (arauto_\w+)", text):
                    if other in self.items and other not in seen:
                        found |= self.errors(other, (*seen, name))
        return found

    def writer(self, path: Path, own: list[str], arguments: list[str]) -> Manual:
        out = Manual(path, self.homes, self.programs)
        out.own, out.arguments = tuple(own), tuple(arguments)
        return out

    def function(self, page: Page, item: Item, version: str) -> str:
        declared = list(prototypes(item))
        arguments = list(dict.fromkeys(name for each in declared for name in parameters(each)))
        out = self.writer(page.path, item.names, arguments)
        prose, tags = reference.tags_of(item.comment)
        if not prose.strip():
            raise SystemExit(f"{page.header}: {item.names[0]} has no description")
        out.head(item.names, purpose(prose), version)
        out.section("SYNOPSIS")
        out.lines += [".nf", f".B #include <{page.header}>", ""]
        for each in declared:
            lines = headers.wrapped(each, width=WIDTH)
            out.lines += [roff(f"{BOLD}{line}{ROMAN}") for line in lines]
        out.lines.append(".fi")
        out.section("DESCRIPTION")
        out.prose(prose)
        for tag, text in tags:
            if tag in IN_DESCRIPTION:
                out.term(IN_DESCRIPTION[tag], text, "B")
        if arguments:
            out.section("PARAMETERS")
        for name in arguments:
            out.term(name, self.parameter(page, item, name))
        self.results(out, item, declared[0])
        self.rest(out, page, item, tags)
        return out.page()

    def parameter(self, page: Page, item: Item, name: str) -> str:
        if known := self.meaning(item.names[0], name):
            return known
        if name.endswith("_out"):
            return "where the result is written; only on success"
        if name not in MEANINGS:
            raise SystemExit(f"{page.header}: {item.names[0]} does not say what `{name}` is")
        return MEANINGS[name]

    def results(self, out: Manual, item: Item, declared: str) -> None:
        out.section(PARTS["return"])
        told = [text for tag, text in self.tags[item.names[0]] if "return" in tag.split(", @")]
        if told:
            out.text(capitalised(told[0]))
        elif declared.startswith("void "):
            out.text("None." if "noreturn" not in " ".join(item.code) else "It does not return.")
        elif declared.startswith("arauto_status_t "):
            out.text(
                "ARAUTO_OK, or a negative status, of which arauto_last_error has the sentence. "
                "Outputs are written only on success."
            )
        else:
            out.text(reference.first_sentence(item.comment))
        errors = [text for tag, text in self.tags[item.names[0]] if tag == "error"]
        if errors:
            out.section(PARTS["error"])
            out.text(capitalised(errors[0]))
        known = self.errors(item.names[0])
        for status in self.statuses:
            if status in known:
                out.term(status, self.statuses[status], "B")

    def rest(self, out: Manual, page: Page, item: Item, tags: list[tuple[str, str]]) -> None:
        for tag in ("source", "cost"):
            if texts := [text for each, text in tags if each == tag]:
                out.section(PARTS[tag])
                out.text(" ".join(texts))
        examples = [text for tag, text in tags if tag == "example"]
        program = self.programs.get(item.names[0])
        if examples or program:
            out.section("EXAMPLES")
        for text in examples:
            out.code(textwrap.dedent(text.strip("\n")).splitlines())
        if program:
            out.lines += [".PP"] if examples else []
            out.text(f"A whole program is `examples/{program.name}` among the documents of Arauto.")
        out.section("SEE ALSO")
        others = [name for other in page.items if is_function(other) for name in other.names]
        linked = [*dict.fromkeys([*self.referred(item.names[0]), *others])]
        out.text(", ".join([page.header, *(name for name in linked if name not in item.names)]))

    def header(self, page: Page, version: str) -> tuple[list[str], str]:
        """The page of a header, and the names that lead to it."""
        types = [item for item in page.items if not is_function(item)]
        names = [name for item in types for name in item.names if " " not in name]
        title = page_of_header(page.header)
        out = self.writer(page.path, [title, page.header, *names], [])
        out.head([title, *names], purpose(page.comment), version)
        out.section("SYNOPSIS")
        out.lines += [".nf", f".B #include <{page.header}>", ".fi"]
        out.section("DESCRIPTION")
        out.prose(page.comment)
        for item in types:
            out.code(item.code)
            if item.comment.strip():
                out.lines.append(".PP")
                out.prose(reference.tags_of(item.comment)[0])
            for code, meaning in item.members:
                out.term(code, meaning, "B")
        self.list(out, page)
        out.section("SEE ALSO")
        out.lines.append(".BR arauto (3)")
        return [title, *names], out.page()

    def list(self, out: Manual, page: Page) -> None:
        functions = [item for item in page.items if is_function(item)]
        if functions:
            out.section("FUNCTIONS")
        for item in functions:
            names = ", ".join(f"{name}(3)" for name in item.names)
            out.term(names, reference.first_sentence(item.comment), "B")

    def overview(self, version: str) -> str:
        out = self.writer(Path("arauto"), [], [])
        out.head(["arauto"], "one-sided communication for C programs", version)
        out.section("SYNOPSIS")
        commands = ("arauto cc program.c -o program", "arauto run -n 4 ./program")
        out.lines += [".nf", ".B #include <arauto/arauto.h>", "", *map(escape, commands), ".fi"]
        out.section("DESCRIPTION")
        out.text(reference.CONVENTIONS)
        for number in (0, 3):
            out.section(reference.GROUPS[number].upper())
            for page in self.pages:
                if page.group == number:
                    out.term(f"{page_of_header(page.header)}(3)", purpose(page.comment), "B")
        out.section("SEE ALSO")
        out.lines.append(".BR arauto (1)")
        return out.page()


def parameters_of(item: Item) -> list[str]:
    if not is_function(item):
        return []
    return [name for each in prototypes(item) for name in parameters(each)]


def purpose(text: str) -> str:
    """For the line NAME: what the first sentence says, up to a colon."""
    sentence = reference.first_sentence(text).replace("`", "")
    sentence = re.split(r"(?<=[.:;]) ", sentence)[0].rstrip(".:;")
    starts_word = re.match(r"[A-Z][a-z]", sentence)
    return sentence[0].lower() + sentence[1:] if starts_word else sentence


def generate(version: str, include: Path = reference.INCLUDE) -> dict[str, str]:
    """The text of each page by its name."""
    api = Api(include)
    files = {"arauto": api.overview(version)}
    for page in api.pages:
        (title, *others), text = api.header(page, version)
        files[title] = text
        files |= {name: f".so man3/{title}.3\n" for name in others}
        for item in filter(is_function, page.items):
            first, *others = item.names
            files[first] = api.function(page, item, version)
            files |= {name: f".so man3/{first}.3\n" for name in others}
    return files


def main() -> int:
    folder, version = Path(sys.argv[1]), sys.argv[2]
    folder.mkdir(parents=True, exist_ok=True)
    files = {f"{name}.3": text for name, text in generate(version).items()}
    for path in folder.glob("*.3"):
        if path.name not in files:  # the headers have lost it
            path.unlink()
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
