# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Reads a public header: its head comment, and its declarations each with the comment before it.
For docs/reference.py. It knows as much of C and C++ as clang-format leaves to be met there."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field

CODE_WIDTH = 100
TOKEN = re.compile(
    r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])+'|^[ \t]*#(?:\\\n|[^\n/]|/(?!\*))*|"
    r"::|[^\n/\"'#(){};:]+|.|\n",
    re.S | re.M,
)
FOR_CPP_ALONE = re.compile(r"#if defined\(__cplusplus\)\n.*?#endif\n", re.S)
ALIAS = re.compile(r"^#define (\w+) (\w+)$", re.M)
DROPPED = re.compile(  # macros that a reader need not know, such as that for `noexcept`
    r"\b(?:ARAUTO_EXPORT|MPIX_API|static inline|inline)\b\s*|\[\[.*?\]\]\s*|"
    r"\s+ARAUTO_[A-Z_]+(?=\s*(?:;|\{|__attribute__))"
)
ACCESS = ("public:", "protected:", "private:")
# Declarations of a class that its user does not call by name.
UNSHOWN = re.compile(
    r"~|.*= (?:delete|default)$|static_assert|.*\w>?::~?\w+\(|extern|namespace|#|"
    r".*(?<!requires)\((?:const )?detail::"
)
ALIGNED = r"(?:alignas\([^()]*\) )?"
# The name of a type, else of what gets a value, else of a function.
NAME_CPP = re.compile(rf"(?:class|struct|concept) {ALIGNED}(\w+)|(\w+) = |(\w+)(?:\(|$)")


@dataclass
class Unit:
    """A declaration, or a label such as `private:`."""

    comment: str
    source: str
    follows: bool  # right behind another declaration
    note: str = ""  # a comment behind it on its line
    names: list[str] = field(default_factory=list)
    code: list[str] = field(default_factory=list)
    members: list[tuple[str, str]] = field(default_factory=list)


def split(text: str) -> tuple[str, str]:
    """The head comment without the licence, and what follows."""
    head, body = text.split("#pragma once\n", 1)
    lines = [re.sub(r"^ ?(?:/\*|\*/|\*|//) ?", "", line) for line in head.splitlines()]
    return "\n".join(line for line in lines if "SPDX-" not in line), body


def inside(comment: str) -> str:
    """The text of a comment; lines keep their indentation."""
    text = re.sub(r"^/\*\*<?|\*/$", "", comment)
    return "\n".join(re.sub(r"^\s*(?:\*|///<?) ?", "", line) for line in text.splitlines()).strip()


def units(text: str, is_cpp: bool) -> Iterator[Unit]:
    """The declarations of a header that readers are meant to know."""
    for unit in declarations(text if is_cpp else FOR_CPP_ALONE.sub("", text)):
        if unit.source.startswith("namespace arauto"):
            yield from units(body_of(unit.source), is_cpp)
            continue
        (complete_cpp if is_cpp else complete_c)(unit)
        if unit.names:
            yield unit


def declarations(text: str) -> list[Unit]:
    """Splits at each `;` outside braces, and behind the body of a function."""
    found: list[Unit] = []
    source, comment, depth, follows = "", "", 0, False
    for match in TOKEN.finditer(text):
        token, rest = match.group(), text[match.end() : match.end() + 40]
        is_line = token.lstrip().startswith("#")
        if is_line and (depth or not token.lstrip().startswith("#define")):
            continue
        is_between = depth == 0 and not source
        if not is_between or not (token.isspace() or token.startswith(("/*", "//"))):
            source += token
            depth += {"{": 1, "(": 1, "}": -1, ")": -1}.get(token, 0)
            if depth == 0 and (is_line or is_end(token, source.strip(), rest.lstrip())):
                found.append(Unit(comment, source.strip(), follows))
                source, comment, follows = "", "", True
        elif re.match(r"/\*\*<|///<", token):
            found[-1].note = inside(token)
        elif re.match(r"/\*\*|///", token):
            comment += ("\n" if comment else "") + inside(token)
        else:
            follows &= not (token == "\n" and rest.startswith("\n"))
    return found


def is_end(token: str, source: str, rest: str) -> bool:
    """Whether a declaration ends with this token, which no braces are around."""
    if token == "}":  # of a body; but `}` of a value goes on
        return not source.startswith("typedef") and not rest.startswith((";", ",", "{"))
    return token == ";" or source in ACCESS


def body_of(source: str) -> str:
    return source[source.index("{") + 1 : source.rindex("}")]


def wrapped(declaration: str, indent: str = "", width: int = CODE_WIDTH) -> list[str]:
    """On several lines where it is long: parameters stay whole."""
    declaration = re.sub(r"(?<=\() | (?=;)", "", " ".join(declaration.split()))
    declaration = re.sub(r"(?<!,) |<[^()]*?>", lambda m: m[0].replace(" ", "\0"), declaration)
    opening = declaration.find("(") + 1
    under = " " * (opening if 0 < opening < 60 else 4)
    lines = textwrap.wrap(
        declaration, width, initial_indent=indent, subsequent_indent=indent + under,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip
    return [line.replace("\0", " ") for line in lines]


def without_comments(text: str) -> str:
    return re.sub(r"[ \t]*/\*.*?\*/|[ \t]*//[^\n]*", "", text, flags=re.S)


def complete_c(unit: Unit) -> None:
    source = DROPPED.sub("", unit.source)
    if source.startswith("#"):
        name = re.match(r"#define (\w+(?:\([^)]*\))?)\s+(\S.*)", source)
        if name and (unit.comment or unit.note):
            unit.comment = unit.comment or unit.note
            unit.names, unit.code = [name[1].split("(")[0]], [" ".join(source.split())]
        return
    is_typedef = source.startswith("typedef")
    if (is_typedef and "{" not in source) or "(" in source.split("{")[0]:
        head = without_comments(source).split("{")[0].strip().rstrip(";") + ";"
        plain = re.sub(r"__attribute__\(\(.*?\)\)", "", head)
        unit.names = re.findall(r"\(\*(\w+)\)|(\w+)\(" if "(" in plain else r"(\w+)();", plain)[:1]
        unit.names = ["".join(each) for each in unit.names]
        unit.code = wrapped(head)
        return
    unit.code = [line for line in without_comments(source).splitlines() if line.strip()]
    if "{" in source:
        is_enum = bool(re.match(r"(?:typedef )?enum", source))
        unit.members = members_of(body_of(source), "," if is_enum else ";")
        unit.names = re.findall(r"}\s*(\w+);$", source) or re.findall(r"\w+", source)[1:2]
        if re.match(r"enum\s*{", source):
            first, *others = re.findall(r"^\s*(\w+)", without_comments(body_of(source)), re.M)
            unit.names = [f"{first} to {others[-1]}" if others else first]
    else:
        unit.names = re.findall(r"(\w+);$", source)


def members_of(body: str, end: str) -> list[tuple[str, str]]:
    """Fields, or constants, that have a comment before or behind them."""
    found: list[tuple[str, str]] = []
    current, before = "", ""
    for token in [*re.findall(r"/\*.*?\*/|\([^()]*\)|[^()/,;]+|.", body, re.S), end]:
        if token.startswith("/*"):
            meaning = " ".join(inside(token).split())
            if token.startswith("/**<") and found and not current.strip():
                found[-1] = (found[-1][0], meaning)
            elif token.startswith("/**"):  # before a field, or behind the last constant
                before = meaning
        elif token == end:
            found.append((" ".join(current.split()), before))
            current, before = "", ""
        else:
            current += token
    return [(code, meaning) for code, meaning in found if code and meaning]


def complete_cpp(unit: Unit) -> None:
    source = re.sub(r"^template <.*?> ", "", declaration_of(unit))
    name = NAME_CPP.search(source)
    unit.code = interface(unit, "")
    if unit.code and name:
        unit.names = [name[name.lastindex or 0]]


def declaration_of(unit: Unit) -> str:
    """Without its body, initialisers of members, bases and attributes."""
    text, depth = without_comments(unit.source), 0
    for at, char in enumerate(text):
        depth += {"(": 1, ")": -1}.get(char, 0)
        is_colon = char == ":" and ":" not in (text[at - 1], text[at + 1 : at + 2])
        if depth == 0 and (char == "{" or is_colon):
            text = text[:at]
            break
    return " ".join(DROPPED.sub("", text.strip().rstrip(";")).split())


def interface(unit: Unit, indent: str) -> list[str]:
    """The lines of a declaration for its user; a class has its public members with comments."""
    source = declaration_of(unit)
    is_class = re.match(rf"(?:template <.*> )?(?:class|struct) {ALIGNED}\w+$", source)
    if UNSHOWN.match(source) or (is_class and "{" not in unit.source):
        return []
    if not is_class:
        note = f" ///< {unit.note}" if unit.note else ""
        template = re.match(r"template <(?:<[^<>]*>|[^<>])*> ", source)
        lines = [indent + template[0].rstrip()] if template else []
        return lines + wrapped(source[template.end() if template else 0 :] + ";" + note, indent)
    lines = [f"{indent}{source} {{"]
    is_public = "struct" in source
    for each in declarations(body_of(unit.source)):
        if each.source in ACCESS:
            is_public = each.source == "public:"
        elif is_public and (inner := interface(each, indent + "    ")):
            lines += [f"{indent}    /// {line}" for line in each.comment.splitlines()] + inner
    return [*lines, f"{indent}}};"]
