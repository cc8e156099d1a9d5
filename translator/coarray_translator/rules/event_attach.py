# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""EVENT_ATTACH, EVENT_DETACH and NOTIFY_QUERY of module `arauto`, and GET_COMMUNICATOR of module
`opencoarrays`, become calls of the runtime; the modules themselves are for gfortran's own coarrays
and are not used."""

from __future__ import annotations

import re

from ..context import Context
from ..declarations import parse_list
from ..designators import designators
from ..errors import RuleError
from ..intrinsics import SUBROUTINES
from ..source import Statement
from ..text import closing, mask

BEFORE = """\
program p
  use iso_fortran_env, only: event_type
  use arauto, only: event_attach, event_detach
  use opencoarrays, only: team_number, mpi_of => get_communicator
  type(event_type) :: came(2)[*]
  real :: a(8, 2)[*]
  call event_attach(came(1), a(:, 1), access='get')
  call event_detach(came(1))
end program
"""
AFTER = """\
program p
use arauto_translated
  use iso_fortran_env, only:
  use arauto_translated, only: mpi_of => arauto_get_communicator
  type(arauto_event_type), save :: came(2)
  real, save :: a(8, 2)
  call arauto_event_attach(came(1), a(:, 1), 0, access='get')
  call arauto_event_detach(came(1))
end program
"""
FUNCTION = "get_communicator"
WORDS = {name: SUBROUTINES[name] for name in ("event_attach", "event_detach", "notify_query")}


def rewrite(statement: Statement, context: Context) -> list[str] | None:
    module = re.match(r"use\s*(?:::)?\s*(arauto|opencoarrays)\s*(?:$|,(.*))", statement.code)
    if module is not None:
        return communicator(module.group(2) or "") if module.group(1) == "opencoarrays" else []
    match = re.match(r"call\s+(\w+)\s*\(", statement.code)
    name = context.scope.original_name(match.group(1)) if match else ""
    if match is None or name not in (*WORDS, "arauto_notify_next"):
        return None
    if name == "arauto_notify_next":
        raise RuleError("ARAUTO_NOTIFY_NEXT is for gfortran's own coarrays; write NOTIFY= here")
    inside = statement.text[match.end() : closing(statement.code, match.end() - 1)]
    positional, named = parse_list(inside)
    words = WORDS[name]
    given = {**dict(zip(words, positional)), **named}
    if given.keys() - set(words) or words[0] not in given or len(positional) > len(words):
        raise RuleError(f"{name.upper()} takes {', '.join(words)}, not '({inside})'")
    written = [context.value(given.pop(words[0]))]
    for text in [written[0], given.get("coarray", "")]:
        if context.whole_reference(text) is not None:
            raise RuleError(f"{name.upper()}: '{text}' is of another image; give this image's own")
    if name == "notify_query":
        name = "event_query"
        written.append(context.value(given.pop("count", "")))
    elif "coarray" in given:
        text = given.pop("coarray")
        prefix = ["", ""] if name == "event_attach" else ["coarray=", "is_component="]
        written += [prefix[0] + context.value(text), prefix[1] + is_component(context, text)]
    elif name == "event_attach":
        raise RuleError("EVENT_ATTACH names no coarray")
    keywords = [f"{word}={context.value(value)}" for word, value in given.items()]
    return [f"call arauto_{name}({', '.join([*written, *keywords])})"]


def communicator(names: str) -> list[str]:
    """The statements in place of `use opencoarrays`. TEAM_NUMBER is the translator's by itself."""
    only = re.match(r"\s*only\s*:(.*)", names)
    pairs = [item.partition("=>") for item in (only.group(1) if only else names).split(",")]
    local = [one.strip() for one, _, other in pairs if (other or one).strip() == FUNCTION]
    if only is None and not local:
        local = [FUNCTION]
    return [f"use arauto_translated, only: {name} => arauto_{FUNCTION}" for name in local]


def is_component(context: Context, text: str) -> str:
    """1 for memory that a component of a coarray was allocated, 0 for the coarray's own."""
    found = designators(mask(text))
    if len(found) != 1 or found[0].end != len(text):
        raise RuleError(f"EVENT_ATTACH: '{text}' is no coarray, nor a part of one")
    of_coarray, component = False, "0"
    for i in range(len(found[0].parts)):
        entity = context.entity_of(found[0], i)
        if of_coarray and entity is not None and (entity.is_allocatable or entity.is_pointer):
            component = "1"
        of_coarray |= entity is not None and entity.is_coarray
    if not of_coarray:
        raise RuleError(f"EVENT_ATTACH: '{text}' is no coarray, nor a part of one")
    return component
