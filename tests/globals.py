# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Compares the mutable globals of the libraries, as the compiled objects name them, with the table
of those that are allowed. All other state of a rank belongs to `struct Rank`, so that a process can
hold several.

    globals.py BUILD_FOLDER [NM [COMPILER]]   prints one line per fault, and fails when there is any
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from globals_table import ALLOWED, GLOBALS_MAX

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("src", "frontends")
WRITABLE = re.compile(r"\.t?(?:data|bss)(?!\.rel\.ro)|\*COM\*")
NOT_OURS = re.compile(r"guard variable for |__tls_guard$|__tls_init$")
SKIPPED = 77

# module -> reason -> names, between blanks
Table = Mapping[str, Mapping[str, str]]
# module -> names
Globals = dict[str, set[str]]


def module_of(folder: Path, path: Path) -> str | None:
    """The module whose source an object was compiled from; None when the source has gone since."""
    room, _, inside = path.relative_to(folder).as_posix().partition("/CMakeFiles/")
    name = inside.partition(".dir/")[2].removesuffix(".o")
    source = (ROOT / room / name.replace("__/", "../")).resolve()
    return source.relative_to(ROOT).with_suffix("").as_posix() if source.exists() else None


def short_name(name: str, module: str) -> str:
    """Without namespaces and parameters: `log::threshold`, `Hold::is_held`."""
    name = name.replace("(anonymous namespace)::", "")
    while (shorter := re.sub(r"\([^()]*\)( const)?|\[abi:\w+\]|\.\d+$", "", name)) != name:
        name = shorter
    for namespace in ("arauto", "core", *module.split("/")[:-1]):
        name = name.removeprefix(f"{namespace}::")
    return name


def writable_names(listing: str) -> list[str]:
    """The symbols that `nm -f sysv` lists in sections that a program may write to."""
    names = []
    for line in listing.splitlines():
        name, *fields = (field.strip() for field in line.split("|"))
        is_variable = len(fields) == 6 and fields[2] in ("OBJECT", "TLS")
        if is_variable and WRITABLE.match(fields[5]) and not NOT_OURS.match(name):
            names.append(name)
    return names


def find_globals(folder: Path, nm: str) -> Globals:
    modules = {
        str(path): module
        for part in FOLDERS
        for path in sorted((folder / part).rglob("*.o"))
        if (module := module_of(folder, path)) is not None
    }
    if not modules:
        return {}
    listing = subprocess.run(
        [nm, "-A", "-C", "-f", "sysv", *modules], check=True, capture_output=True, text=True
    ).stdout
    listings: dict[str, list[str]] = {path: [] for path in modules}
    for line in listing.splitlines():
        path, _, symbol = line.partition(".o:")  # headings have no path before it
        listings.get(f"{path}.o", []).append(symbol)
    found: Globals = {}
    for path, module in modules.items():
        names = writable_names("\n".join(listings[path]))
        found.setdefault(module, set()).update(short_name(name, module) for name in names)
    return found


def check(found: Globals, table: Table) -> Iterator[str]:
    """Compares globals with the table, but only those of modules compiled on this machine."""
    for module, names in sorted(found.items()):
        entries = {name for some in table.get(module, {}).values() for name in some.split()}
        for name in sorted(names - {entry.removesuffix("?") for entry in entries}):
            yield f"{module}: '{name}' is a mutable global; make it a member of what owns it"
        for name in sorted(entries - names):
            if not name.endswith("?"):
                yield f"{module}: '{name}' is no mutable global; take it out of globals_table.py"
    for module in sorted(table):
        if not any((ROOT / module).with_suffix(suffix).exists() for suffix in (".c", ".cpp")):
            yield f"{module}: there is no such source; take it out of globals_table.py"
    count = sum(len(some.split()) for reasons in table.values() for some in reasons.values())
    if count > GLOBALS_MAX:
        yield f"globals_table.py: it names {count} globals, at most {GLOBALS_MAX} are allowed"


def main() -> int:
    folder = Path(sys.argv[1]).resolve()
    nm = shutil.which(sys.argv[2] if len(sys.argv) > 2 else "nm")
    if len(sys.argv) > 3 and sys.argv[3] != "GNU":
        print(f"skipped: the table names the globals that GCC makes, and not {sys.argv[3]}")
        return SKIPPED
    if nm is None:
        print("skipped: there is no nm (package binutils), which lists the globals of an object")
        return SKIPPED
    found = find_globals(folder, nm)
    if not found:
        print(f"skipped: nothing is built in {folder} whose globals could be listed")
        return SKIPPED
    faults = list(check(found, ALLOWED))
    for fault in faults:
        print(fault)
    print(f"globals: {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
