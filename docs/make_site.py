# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Makes the site out of the documents of the source tree, and checks their links without it.

    make_site.py --check           names links and headings that are not there, and pages without
                                   a place in the menu
    make_site.py --stage FOLDER    writes the pages and Sphinx's settings there; `make docs` builds
                                   them

The pages keep their places below the top of the tree, so that the links of a document hold on the
site as they hold in the tree. A source that a document links to becomes a page with its text."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from site_menu import MENU, Entry

TOP = Path(__file__).resolve().parent.parent
FOLDERS = tuple("bench docs examples frontends scripts src tests tools translator".split())
LINK = re.compile(r"(?P<start>\]\()(?P<target>[^)#\s]*)(?P<anchor>#[^)\s]*)?(?=\))")
INLINE_CODE = re.compile(r"`[^`\n]*`")
HEADING = re.compile(r"#{1,6} +(.+?) *$")
LANGUAGES = {".f90": "fortran", ".c": "c", ".cpp": "cpp", ".hpp": "cpp", ".h": "c", ".py": "python",
             ".sh": "sh", ".txt": "text", ".json": "json"}  # fmt: skip
HOME = Path("README.md")
SETTINGS = """\
project = "Arauto"
html_title = "Arauto"
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
root_doc = "README"
highlight_language = "none"
myst_heading_anchors = 6
myst_footnote_sort = False
html_theme = "furo"
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_extra_path = ["_extra"]
exclude_patterns = ["_extra"]
suppress_warnings = ["misc.highlighting_failure", "myst.header"]
"""
REDIRECTION = """\
<!doctype html>
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url=README.html">
<title>Arauto</title>
<a href="README.html">Arauto</a>
"""


@dataclass(frozen=True)
class Fault:
    path: Path
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text}"


def documents(top: Path) -> list[Path]:
    below = (path for name in FOLDERS for path in (top / name).rglob("*.md"))
    return sorted(path.relative_to(top) for path in (*top.glob("*.md"), *below))


def prose(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a document outside its blocks of code, numbered from 1."""
    is_code = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            is_code = not is_code
        elif not is_code and not line.startswith("    "):
            yield number, line


def anchor_of(heading: str) -> str:
    """The name that both the site and a forge give to a heading."""
    words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").replace("*", "")
    return re.sub(r"[^\w\- ]", "", words).strip().lower().replace(" ", "-")


def anchors(text: str) -> set[str]:
    """A heading whose name is taken gets a number: `_1` on the site, `-1` on a forge. No link can
    suit both, so that only the first of equal headings is offered to links."""
    found = (HEADING.match(line) for _, line in prose(text))
    return {anchor_of(match[1]) for match in found if match}


def links(text: str) -> Iterator[tuple[int, str, str]]:
    for number, line in prose(text):
        for match in LINK.finditer(INLINE_CODE.sub("", line)):
            if "://" not in match["target"] and not match["target"].startswith("mailto:"):
                yield number, match["target"], (match["anchor"] or "")[1:]


def page_of(top: Path, path: Path) -> Path:
    """The document that shows a folder is its README."""
    return path / "README.md" if (top / path).is_dir() else path


def check_links(top: Path) -> Iterator[Fault]:
    pages = {path: (top / path).read_text(encoding="utf-8") for path in documents(top)}
    known = {path: anchors(text) for path, text in pages.items()}
    for path, text in pages.items():
        for number, target, anchor in links(text):
            there = Path(os.path.normpath(path.parent / target)) if target else path
            if there.parts[:1] == ("..",):
                yield Fault(path, number, f"{target} lies outside of the source tree")
                continue
            there = page_of(top, there)
            if not (top / there).exists():
                yield Fault(path, number, f"{there} is not there")
            elif anchor and anchor not in known.get(there, set()):
                yield Fault(path, number, f"{there} has no heading #{anchor}")


def listed(top: Path, entries: list[Entry]) -> list[Path]:
    """The pages of a tab, in their order. A pattern adds those that no line before it has named."""
    out: list[Path] = []
    for entry in entries:
        if "*" not in entry:
            out.append(Path(entry))
            continue
        found = [path.relative_to(top) for path in sorted(top.glob(entry))]
        found = [path for path in found if path not in out]
        out += sorted(found, key=lambda path: path.name != "README.md")
    return out


def check_menu(top: Path, menu: dict[str, list[Entry]]) -> Iterator[Fault]:
    """Each document below docs/ is in the menu, once; and the menu has no other."""
    shown = [path for entries in menu.values() for path in listed(top, entries)]
    here = Path("docs/site_menu.py")
    for path in sorted(set(shown)):
        if not (top / path).exists():
            yield Fault(here, 1, f"the menu names {path}, which is not there")
        elif shown.count(path) > 1:
            yield Fault(here, 1, f"the menu names {path} {shown.count(path)} times")
    for path in documents(top):
        if path.parts[0] == "docs" and path not in shown:
            yield Fault(here, 1, f"no menu has {path}; readers of the site would not find it")


def parent_of(path: Path, pages: set[Path]) -> Path | None:
    """The page under which the menu folds a page that a pattern has found: the nearest README, or
    page with the folder's name, above it."""
    for folder in path.parents[:-1]:  # without the top
        for parent in (folder / "README.md", folder.with_suffix(".md")):
            if parent != path and parent in pages:
                return parent
    return None


def contents(top: Path, menu: dict[str, list[Entry]]) -> dict[Path, list[tuple[str, list[Path]]]]:
    """For each page that others are below in the menu: titles, and the pages under each. All
    begins at the home page."""
    pages = {path for entries in menu.values() for path in listed(top, entries)}
    named = {Path(entry) for entries in menu.values() for entry in entries if "*" not in entry}
    below: dict[Path, list[tuple[str, list[Path]]]] = {HOME: []}
    for title, entries in menu.items():
        first: list[Path] = []
        for path in listed(top, entries):
            parent = None if path in named else parent_of(path, pages)
            if parent is None and path != HOME:
                first.append(path)
            elif parent is not None:
                below.setdefault(parent, [("", [])])[0][1].append(path)
        below[HOME].append((title, first))
    return below


def toctrees(path: Path, parts: list[tuple[str, list[Path]]]) -> str:
    """Lists of pages that Sphinx puts into its menu."""
    out = ""
    for title, pages in parts:
        caption = f":caption: {title}\n" if title else ""
        names = "\n".join(os.path.relpath(page, path.parent) for page in pages)
        out += f"\n```{{toctree}}\n:hidden:\n{caption}\n{names}\n```\n"
    return out


def source_page(path: Path) -> Path:
    return path.with_name(path.name + ".md")


def staged(top: Path, path: Path, text: str, sources: set[Path]) -> str:
    """The text of a page. Folders become their README, sources the pages that show them; what no
    page shows, such as the licence, is copied. `sources` takes the names of these."""

    def moved(match: re.Match[str]) -> str:
        target, anchor = match["target"], match["anchor"] or ""
        if not target or "://" in target or target.startswith("mailto:"):
            return match[0]
        there = Path(os.path.normpath(path.parent / target))
        page = page_of(top, there)
        if page.suffix != ".md":
            sources.add(page)
            page = source_page(page) if page.suffix in LANGUAGES else page
        return match["start"] + os.path.relpath(page, path.parent) + anchor

    lines = text.splitlines()
    for number, line in prose(text):
        parts = re.split(r"(`[^`\n]*`)", line)  # every second one is code
        lines[number - 1] = "".join(
            part if i % 2 else LINK.sub(moved, part) for i, part in enumerate(parts)
        )
    return "\n".join(lines) + "\n"


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


ORPHAN = "---\norphan: true\n---\n"  # a page that the menu does not show


def stage(top: Path, folder: Path, menu: dict[str, list[Entry]]) -> int:
    """Returns the number of pages."""
    pages = folder / "pages"
    shutil.rmtree(pages, ignore_errors=True)
    below = contents(top, menu)
    in_menu = {path for entries in menu.values() for path in listed(top, entries)}
    sources = {path.relative_to(top) for path in (top / "docs" / "pictures").glob("*.svg")}
    for path in documents(top):
        text = staged(top, path, (top / path).read_text(encoding="utf-8"), sources)
        text = ("" if path in in_menu else ORPHAN) + text + toctrees(path, below.get(path, []))
        write(pages / path, text)
    shown = [path for path in sources if path.suffix in LANGUAGES]
    for path in sorted(sources):
        if path.suffix in LANGUAGES:
            text = (top / path).read_text(encoding="utf-8")
            block = f"```{LANGUAGES[path.suffix]}\n{text}```\n"
            write(pages / source_page(path), f"{ORPHAN}# {path.as_posix()}\n\n{block}")
        else:
            (pages / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(top / path, pages / path)
    write(pages / "_static" / "site.css", (top / "docs" / "site.css").read_text(encoding="utf-8"))
    write(pages / "_extra" / "index.html", REDIRECTION)
    write(pages / "conf.py", SETTINGS)
    return len(documents(top)) + len(shown)


def main(words: list[str]) -> int:
    if words[:1] == ["--stage"] and len(words) == 2:
        print(f"site: {stage(TOP, Path(words[1]), MENU)} pages in {words[1]}")
        return 0
    if words != ["--check"]:
        print(__doc__)
        return 2
    faults = [*check_links(TOP), *check_menu(TOP, MENU)]
    for fault in faults:
        print(fault)
    print(f"site: {len(faults)} faults in {len(documents(TOP))} documents")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
