# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The entry point of the translator, which the command `arauto` starts: `python3 translator
translate ...` and `python3 translator fc ...`."""

from __future__ import annotations

import sys

from coarray_translator import command, compiler


def main() -> int:
    words = sys.argv[1:]
    if words[:1] == ["fc"]:
        return compiler.run(words[1:])
    return command.run(words[1:] if words[:1] == ["translate"] else words)


if __name__ == "__main__":
    sys.exit(main())
