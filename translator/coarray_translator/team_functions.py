# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""GET_TEAM, TEAM_NUMBER, FAILED_IMAGES, STOPPED_IMAGES and IMAGE_STATUS in expressions."""

from __future__ import annotations

import re

from .declarations import parse_list
from .errors import RuleError
from .intrinsics import TEAM_FUNCTIONS
from .surroundings import Surroundings

LEVEL = re.compile(r"arauto_\w+_team$")


def rewrite_team_function(context: Surroundings, name: str, arguments: str) -> str:
    words = TEAM_FUNCTIONS[name]
    positional, named = parse_list(arguments)
    if len(positional) > len(words) or named.keys() - set(words):
        raise RuleError(f"{name.upper()} takes {' and '.join(words)}, not '({arguments})'")
    given = {**dict(zip(words, positional)), **named}
    values = {word: context.value(text) for word, text in given.items()}
    kind = values.pop("kind", "")
    if "image" in values:
        values["image"] = f"int({values['image']}, 4)"
    elif "level" in values and not LEVEL.match(values["level"]):
        values["level"] = f"int({values['level']}, 4)"
    elif name == "image_status":
        raise RuleError("IMAGE_STATUS names no image")
    written = ", ".join(f"{word}={value}" for word, value in values.items())
    call = f"arauto_{name}({written})"
    return f"int({call}, {kind})" if kind else call
