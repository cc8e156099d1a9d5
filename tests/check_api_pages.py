# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Every public function has its page in docs/api, which shows the declaration that the header has,
and is in the index."""

from __future__ import annotations

import re
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
DECLARATION = re.compile(r"ARAUTO_EXPORT\s+([^;]+?)\s*(?:ARAUTO_NOEXCEPT[^;]*)?;", re.S)


def normal(text: str) -> str:
    return re.sub(r"\s+", " ", text).replace("( ", "(").strip()


def declarations() -> dict[str, str]:
    found = {}
    for header in sorted((TOP / "include" / "arauto").glob("*.h")):
        for match in DECLARATION.finditer(header.read_text()):
            declaration = normal(match.group(1))
            name = re.search(r"(arauto_\w+)\(", declaration)
            if name:
                found[name.group(1)] = declaration
    return found


def main() -> int:
    index = (TOP / "docs" / "api" / "README.md").read_text()
    faults = []
    for name, declaration in declarations().items():
        page = TOP / "docs" / "api" / f"{name}.md"
        if not page.exists():
            faults.append(f"{name}: docs/api/{name}.md is missing")
            continue
        if declaration not in normal(page.read_text()):
            faults.append(f"{name}: its page does not show '{declaration}'")
        if f"({name}.md)" not in index:
            faults.append(f"{name}: docs/api/README.md does not list it")
    print("\n".join(faults) or f"{len(declarations())} functions have their pages")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
