# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Writes tables and plots of the pages in docs from the records in docs/performance/records:

    pages.py             writes what differs from what is there
    pages.py --check     names what differs, and fails when anything does

A page asks for a table of a record between two comments; `about` is the table of its machine:

    <!-- record pt2pt operations -->
    <!-- end of record -->

`all` stands for every table that has a `title`, under headings.

A record is a JSON file of three parts. `about` describes the machine and the settings. `rows` are
the figures, as `arauto bench --json` gives them. `tables` says how pages show them:

    columns   [title, path into a row, options]; the first has the labels, and a title alone
    rows      [label, what selects the row], and perhaps a path of its own for all columns
    plot      where there is one: what page_plots.plot_of reads, `picture` and `alt`
    title     where there is one: the heading above the table among `all`

A path such as `peers.mpich` leads into a row; a list of paths is joined by slashes. Options:
"where" selects further; "times" is a factor; "digits" is how many significant digits a number below
1000 shows (3 unless given; not for lists and several figures).

`arauto bench GROUP --record` renews `about` and `rows`, and leaves `tables` as they are. It renews
all three of each application's record, app_NAME, of the records kernel_p2p and kernel_grid, and of
those of the halo exchange."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import bench_apps_sources
from app_summary import all_parts, gains, speedups, summary
from page_plots import draw, plot_of

TOP = Path(__file__).resolve().parent.parent
DOCS = TOP / "docs"
RECORDS = DOCS / "performance" / "records"
PICTURES = DOCS / "pictures"
APP = "app_"  # begins the names of records of applications
HALO = "halo_"  # begins those of the halo exchange
# Records that are made of the rows of others.
DERIVED = {
    "apps": (f"{APP}*", summary),
    "apps_speedup": (f"{APP}*", speedups),
    "hydro2d_gain": (f"{APP}hydro2d", gains),
    "jacobi3d_parts": (f"{APP}jacobi3d", all_parts),
}
SOURCES = "sources"
SERVER = "server"
ALL = "all"
BLOCK = re.compile(
    r"(?P<start><!-- record (?P<record>\w+) (?P<table>\w+) -->\n).*?(?=<!-- end of record -->)",
    re.S,
)
# How a cell shows several figures: the keys choose the form.
FORMS = {
    frozenset(re.findall(r"{(\w+)}", form)): form
    for form in (
        "{min} to {max}", "{median} ({min} to {max})", "{median} ({min} to {max}; {note})",
        "{best} ({median})", "{median} ({least})", "{at} + {slope} s", "{count} of {of}",
        "{characters} ({statements})",
    )
}  # fmt: skip

Json = dict[str, object]


class RecordError(Exception):
    """A sentence that says what is wrong with a page or a record."""


def load(name: str) -> Json:
    """A record, or that of all applications together, or of their sources."""
    if name == SOURCES:
        return bench_apps_sources.record()
    if name in DERIVED:
        pattern, make = DERIVED[name]
        paths = sorted(RECORDS.glob(f"{pattern}.json"))
        return make([row for path in paths for row in load(path.stem)["rows"]])
    try:
        return json.loads((RECORDS / f"{name}.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise RecordError(f"the record {name} cannot be read: {error}") from None


def dumped(value: object, indent: str = "") -> str:
    """JSON with a line for each row, so that a difference shows which figures are new."""
    if isinstance(value, dict) and value:
        parts = [f"{json.dumps(k)}: {dumped(v, indent + ' ')}" for k, v in value.items()]
    elif isinstance(value, list) and any(isinstance(item, (dict, list)) for item in value):
        parts = [json.dumps(item) for item in value]
    else:
        return json.dumps(value)
    start, end = "{}" if isinstance(value, dict) else "[]"
    return start + ",".join(f"\n{indent} {part}" for part in parts) + f"\n{indent}{end}"


def rounded(value: object) -> object:
    """More digits than four are chance."""
    if isinstance(value, dict):
        return {key: rounded(part) for key, part in value.items()}
    if isinstance(value, list):
        return [rounded(part) for part in value]
    return float(f"{value:.4g}") if isinstance(value, float) else value


def renew(name: str, about: Json, rows: list[Json], tables: Json | None = None) -> Path:
    """Writes the record of a new run. Without `tables` it keeps those of the last one."""
    path = RECORDS / f"{name}.json"
    if tables is None:
        tables = load(name)["tables"] if path.exists() else {}
    path.write_text(record_of(about, rows, tables), encoding="utf-8")
    return path


def record_of(about: Json, rows: list[Json], tables: Json) -> str:
    """The text of a record's file."""
    return dumped({"about": about, "rows": rounded(rows), "tables": tables}) + "\n"


def text_of(value: object, digits: int = 3) -> str:
    if value is None:
        return "-"
    if isinstance(value, list):
        return ", ".join(map(text_of, value))
    if isinstance(value, dict):
        form = FORMS.get(frozenset(value))
        if form is None:
            raise RecordError(f"a cell of {sorted(value)} has no form; see FORMS in bench/pages.py")
        return form.format_map({key: text_of(part) for key, part in value.items()})
    if isinstance(value, float):
        if abs(value) >= 10**digits - 0.5:  # never as a power of ten
            return f"{value:,.0f}"
        text = f"{value:.{digits}g}"
        return text if "." in text or abs(value) >= 10 else f"{value:.1f}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def times(value: object, factor: float) -> object:
    """The same figures in another unit."""
    if isinstance(value, dict):
        return {key: times(part, factor) for key, part in value.items()}
    return value * factor if isinstance(value, (int, float)) else value


def value_at(row: Json, path: str) -> object:
    value: object = row
    for key in path.split("."):
        value = value.get(key, "") if isinstance(value, dict) else ""
    return value


def cell(rows: list[Json], chosen: Json, paths: object, options: Json) -> str:
    """One cell; empty where nothing was measured."""
    chosen = chosen | options.get("where", {})
    found = [row for row in rows if all(row.get(key) == value for key, value in chosen.items())]
    texts = []
    for path in [paths] if isinstance(paths, str) else paths:
        values = {
            text_of(times(value_at(row, path), options.get("times", 1)), options.get("digits", 3))
            for row in found
        }
        if len(values - {""}) > 1:
            raise RecordError(f"{path} of {chosen} is {' and '.join(sorted(values))}")
        texts += values - {""}
    return " / ".join(texts)


def lines_of(record: Json, name: str) -> list[str]:
    """A table in Markdown."""
    if name == "about":
        lines = [f"| {key} | {value} |" for key, value in record["about"].items()]
        return ["| | |", "|---|---|", *lines]
    table = record["tables"].get(name)
    if table is None:
        raise RecordError(f"no table {name} is among {sorted(record['tables'])}")
    (first, *_), *columns = table["columns"]
    lines = [[first, *(title for title, *_ in columns)], ["---"] * (len(columns) + 1)]
    for label, chosen, *own in table["rows"]:
        cells = [
            cell(record["rows"], chosen, own[0] if own else paths, options[0] if options else {})
            for _, paths, *options in columns
        ]
        if not any(cells):
            raise RecordError(f"the table {name} shows {chosen}, which was not measured")
        lines.append([label, *cells])
    return [
        "|" + "|".join(line) + "|" if line[0] == "---" else "| " + " | ".join(line) + " |"
        for line in lines
    ]


def block_of(page: Path, record_name: str, table_name: str, files: dict[Path, str]) -> str:
    """The text between two comments. A picture goes into `files`. A page of some kinds may come
    before its first record."""
    command = command_of(record_name)
    if command and not (RECORDS / f"{record_name}.json").exists():
        return f"(Not recorded yet: `arauto bench {command} --record`)\n"
    try:
        record = load(record_name)
        if table_name == ALL:
            lines = []
            for name, table in record["tables"].items():
                if "title" in table:
                    shown = table_and_picture(page, record, name, files)
                    lines += [*([""] if lines else []), f"## {table['title']}", "", *shown]
        else:
            lines = table_and_picture(page, record, table_name, files)
    except RecordError as error:
        raise RecordError(f"{record_name}: {error}") from None
    return re.sub(r" +\|", " |", "\n".join(lines) + "\n")


def command_of(record_name: str) -> str:
    """The words behind `arauto bench` for a record that a page may show before there is one."""
    if record_name.startswith(APP):
        return f"apps --only {record_name[len(APP) :]}"
    if record_name.startswith(HALO):
        return "halo"
    return SERVER if record_name == SERVER else ""


def table_and_picture(page: Path, record: Json, name: str, files: dict[Path, str]) -> list[str]:
    lines = lines_of(record, name)
    plot = record["tables"].get(name, {}).get("plot")
    if plot:
        picture = PICTURES / f"{plot['picture']}.svg"
        files[picture] = draw(plot_of(plot, lines))
        lines += ["", f"![{plot['alt']}]({os.path.relpath(picture, page.parent)})"]
    return lines


def generate() -> dict[Path, str]:
    """The text of each page and of each picture."""
    files: dict[Path, str] = {}
    for page in sorted(DOCS.rglob("*.md")):

        def filled(match: re.Match[str], page: Path = page) -> str:
            return match["start"] + block_of(page, match["record"], match["table"], files)

        text = page.read_text(encoding="utf-8")
        if BLOCK.search(text):
            files[page] = BLOCK.sub(filled, text)
    return files


def stale(files: dict[Path, str]) -> Iterator[Path]:
    for path, text in files.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            yield path


def main() -> int:
    is_check = sys.argv[1:] == ["--check"]
    try:
        files = generate()
    except RecordError as error:
        print(error)
        return 1
    found = list(stale(files))
    for path in found:
        if is_check:
            print(f"{path.relative_to(TOP)} is not what its record says: run `make performance`")
        else:
            path.write_text(files[path], encoding="utf-8")
    print(f"pages: {len(found)} of {len(files)} files {'stale' if is_check else 'changed'}")
    return 1 if is_check and found else 0


if __name__ == "__main__":
    sys.exit(main())
