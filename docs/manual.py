# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the manual pages of the commands from docs/commands: `manual.py FOLDER VERSION`.

The build calls it where there is a Python. A page of Markdown becomes one of man. Its first
paragraph that is indented is the synopsis, and the first sentence behind that says in the line
NAME what the command is for. Where the heading has several commands, as fc, cc and cxx, the page
has all their names, and those behind the first are pages that lead to it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

COMMANDS = Path(__file__).resolve().parent / "commands"


def escape(text: str) -> str:
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text)


def plain(text: str) -> str:
    """The words of a line: bold and code as man has them, links as their text."""
    text = re.sub(r"!?\[([^]]*)\]\([^)]*\)", r"\1", text)
    parts = re.split(r"(`[^`]*`|\*\*[^*]*\*\*)", text)
    out = ""
    for part in parts:
        if part[:1] == "`":
            out += "\\fB" + escape(part[1:-1]) + "\\fR"
        elif part[:2] == "**":
            out += "\\fB" + escape(part[2:-2]) + "\\fR"
        else:
            out += escape(part)
    return re.sub(r"^([.'])", r"\\&\1", out)


def blocks(lines: list[str]) -> Iterator[list[str]]:
    """Paragraphs, headings, lists, tables and pieces of code."""
    block: list[str] = []
    for line in lines:
        if line.strip():
            block.append(line)
        elif block:
            yield block
            block = []
    if block:
        yield block


def items(block: list[str]) -> Iterator[str]:
    """The items of a list, each in one line."""
    item = ""
    for line in block:
        starts = re.match(r"(?:[*-]|\d+\.) +(.*)", line)
        if starts and item:
            yield item
        item = starts.group(1) if starts else f"{item} {line.strip()}"
    yield item


def table(block: list[str]) -> Iterator[str]:
    """Each row: its first cell is the term."""
    for row in [block[0], *block[2:]]:
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", row.strip().strip("|"))]
        yield ".TP"
        yield plain(cells[0]) or "\\&"
        yield plain("; ".join(cell for cell in cells[1:] if cell)) or "\\&"


def body(block: list[str]) -> Iterator[str]:
    if block[0].startswith("#"):
        yield ".SH " + plain(block[0].lstrip("# ")).upper().replace("\\FB", "\\fB").replace(
            "\\FR", "\\fR"
        )
        if len(block) > 1:
            yield from body(block[1:])
    elif block[0].startswith("    "):
        yield from (".PP", ".RS 4", ".nf")
        yield from (escape(line[4:]) for line in block)
        yield from (".fi", ".RE")
    elif block[0].startswith("|"):
        yield from table(block)
    elif re.match(r"(?:[*-]|\d+\.) ", block[0]):
        for item in items(block):
            yield from (".IP \\(bu 2", plain(item))
    else:
        yield ".PP"
        yield from (plain(line) for line in block)


def page(source: Path, version: str) -> tuple[list[str], str]:
    """The names of the page and its text."""
    text = source.read_text()
    lines = [line for line in text.splitlines() if not line.startswith("<!--")]
    all_blocks = list(blocks(lines))
    synopsis, first = all_blocks[1], " ".join(all_blocks[2])
    names = [name.strip().replace(" ", "-") for name in all_blocks[0][0].lstrip("# ").split(",")]
    purpose = re.split(r"(?<=[.:]) ", first)[0].rstrip(".:")
    out = [f'.TH {names[0].upper()} 1 "" "Arauto {version}" "Arauto"', ".SH NAME"]
    out.append(escape(", ".join(names)) + " \\- " + plain(purpose[0].lower() + purpose[1:]))
    out += [
        ".SH SYNOPSIS",
        ".nf",
        *(escape(line.strip()) for line in synopsis),
        ".fi",
        ".SH DESCRIPTION",
    ]
    for block in all_blocks[2:]:
        out += body(block)
    return names, "\n".join(out) + "\n"


def overview(names: list[str], version: str) -> str:
    out = [f'.TH ARAUTO 1 "" "Arauto {version}" "Arauto"', ".SH NAME"]
    out.append("arauto \\- compile and run programs that communicate one\\-sidedly")
    out += [".SH SYNOPSIS", ".B arauto", "COMMAND [ARGUMENTS]", ".SH DESCRIPTION"]
    out.append(
        "Coarray Fortran, MPI one\\-sided, C and C++. Each command has a page of its own; "
        "\\fBarauto \\-\\-help\\fR lists them."
    )
    out += [".SH SEE ALSO", ", ".join(f"\\fB{escape(name)}\\fR(1)" for name in names)]
    return "\n".join(out) + "\n"


def main() -> int:
    folder, version = Path(sys.argv[1]), sys.argv[2]
    folder.mkdir(parents=True, exist_ok=True)
    names = []
    for source in sorted(COMMANDS.glob("*.md")):
        of_page, text = page(source, version)
        (folder / f"{of_page[0]}.1").write_text(text)
        for alias in of_page[1:]:
            (folder / f"{alias}.1").write_text(f".so man1/{of_page[0]}.1\n")
        names += of_page
    (folder / "arauto.1").write_text(overview(names, version))
    return 0


if __name__ == "__main__":
    sys.exit(main())
