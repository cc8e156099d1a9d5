# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Objects of other images as actual arguments, and procedures of a type that are called with such
an object. The procedure gets a copy, which is put back after the statement: always where the dummy
is INTENT(OUT) or INTENT(INOUT), and if it has changed where the intent is not known."""

from __future__ import annotations

from .designators import Designator
from .errors import RuleError
from .objects import value_of_any
from .reference import Reference
from .scopes import Entity
from .signatures import Dummies, common, intent_of
from .surroundings import Surroundings
from .text import find, keyword_of, mask, split
from .transfers import describe, is_any


def is_bound(context: Surroundings, designator: Designator) -> bool:
    """Whether it calls a procedure of the type of an object of another image."""
    last = len(designator.parts) - 1
    if not 0 <= designator.selected < last or context.entity_of(designator, last) is not None:
        return False
    holder = context.entity_of(designator, last - 1)
    name = designator.parts[last].name
    return holder is not None and context.scope.binding(holder.derived, name) is not None


def may_define(context: Surroundings, text: str, designator: Designator) -> bool:
    """Whether it calls a function that has an object of another image as an argument."""
    last = designator.parts[-1]
    if len(last.groups) != 1 or "[" not in text[slice(*last.groups[0])]:
        return False
    if not any(is_coindexed(context, item) for item in split(text[slice(*last.groups[0])])):
        return False
    entity = context.entity_of(designator, len(designator.parts) - 1)
    if len(designator.parts) > 1:
        holder = context.entity_of(designator, len(designator.parts) - 2)
        return (
            entity is None
            and holder is not None
            and (context.scope.binding(holder.derived, last.name) is not None)
        )
    if entity is None:
        return bool(context.scope.signatures_of(last.name))
    is_range = find(mask(text[slice(*last.groups[0])]), ":") >= 0
    return entity.rank == 0 and not is_range and bool(entity.type) and not entity.derived


def is_coindexed(context: Surroundings, item: str) -> bool:
    return "[" in item and context.whole_reference(keyword_of(item)[1]) is not None


def write_call(context: Surroundings, text: str, designator: Designator) -> str:
    """The procedure and its arguments."""
    last = len(designator.parts) - 1
    part = designator.parts[last]
    out, procedures = "", context.scope.signatures_of(part.name)
    if last > 0:
        out, procedures = passed_object(context, text, designator)
        out += "%"
    out += text[part.start : part.start + len(part.name)]
    for group in part.groups[:1]:
        items = split(text[slice(*group)])
        out += f"({', '.join(argument(context, i, x, procedures) for i, x in enumerate(items))})"
    return out


def passed_object(
    context: Surroundings, text: str, designator: Designator
) -> tuple[str, list[Dummies]]:
    """The object as the call names it, and the dummies of its procedure."""
    last = len(designator.parts) - 1
    whole = Designator(designator.parts[:last])
    holder = context.entity_of(whole, last - 1)
    name = designator.parts[last].name
    binding = context.scope.binding(holder.derived, name) if holder is not None else None
    procedures = binding.procedures if binding is not None else []
    if designator.selected < 0:
        return context.substitute(text, whole), procedures
    if binding is not None and binding.is_pointer:
        raise RuleError(f"'{name}' is a procedure pointer of another image; call one of this image")
    if holder is not None and holder.is_polymorphic and not holder.is_coarray:
        raise RuleError(
            f"'{holder.name}' is a polymorphic part of an object of another image, which cannot be "
            "the object that a procedure is called with"
        )
    intent = common(binding.objects) if binding is not None else ""
    return copied(context, text, whole, intent), procedures


def argument(context: Surroundings, position: int, item: str, procedures: list[Dummies]) -> str:
    keyword, value = keyword_of(item)
    written = keyword + "=" if keyword else ""
    found = context.whole_reference(value) if "[" in value else None
    intent = intent_of(procedures, position, keyword.lower())
    if found is None or intent == "in" or (not intent and not may_be_put(context, found)):
        return written + context.value(value)
    return written + copied(context, value, found, intent)


def may_be_put(context: Surroundings, designator: Designator) -> bool:
    """Whether a dummy of no certain intent may define the object."""
    entity = context.entity_of(designator, len(designator.parts) - 1)
    is_known = entity is not None and bool(entity.type)
    return is_known and not context.is_pure and not has_allocatable(context, entity)


def has_allocatable(context: Surroundings, entity: Entity | None) -> bool:
    return entity is not None and bool(entity.derived) and context.has_allocatable(entity.derived)


def copied(context: Surroundings, text: str, designator: Designator, intent: str) -> str:
    """The name of a copy, which is put back unless the intent is `in`."""
    reference = context.reference(text, designator)
    if "notify" in reference.keywords:
        raise RuleError("NOTIFY= belongs to an assignment to another image; here a value is read")
    may_be_out = intent == "inout" or (intent != "in" and may_be_put(context, designator))
    if intent == "inout":
        check(context, text[designator.start : designator.end], reference)
    name = value_of_any(context, text, designator, reference)
    if may_be_out and not reference.vectors:
        put_back(context, designator, (reference, name), intent == "inout")
    return name


def check(context: Surroundings, shown: str, reference: Reference) -> None:
    """Refuses an object that the procedure would define, where that is not possible."""
    reasons = {
        "a pure procedure or DO CONCURRENT must not define it": context.is_pure,
        "it has allocatable components, of which Fortran allows no copy to be put back": (
            has_allocatable(context, reference.entity)
        ),
        "it has a vector subscript": bool(reference.vectors),
    }
    for reason, applies in reasons.items():
        if applies:
            raise RuleError(
                f"'{shown}' is given to a procedure that defines its argument, but {reason}"
            )


def put_back(
    context: Surroundings, designator: Designator, copy: tuple[Reference, str], is_certain: bool
) -> None:
    """The call may change subscripts and the image's number, so the place is found before."""
    reference, name = copy
    place = context.new_value("d", "type(arauto_description)")
    image = context.new_value("n", "integer(4)")
    whole = describe(context, reference)
    of_copy = f"arauto_describe({name})"
    if is_any(context, reference.entity):
        whole = whole if reference.elements else f"arauto_any({reference.base})"
        of_copy = f"arauto_any_in({name})"
    context.prelude += [f"{place} = {whole}", f"{image} = {reference.image}"]
    stat = f", stat={reference.keywords['stat']}" if "stat" in reference.keywords else ""
    put = f"call arauto_put_any({place}, {image}, {of_copy}{stat})"
    if not is_certain:
        before = context.new_value("b", "integer(1), allocatable", "(:)")
        context.prelude.append(f"{before} = arauto_bytes({of_copy})")
        put = f"if (arauto_differs({before}, {of_copy})) {put}"
    context.postlude.append(put)
    first = designator.parts[0].name
    scope = context.scope.coarrays_in_sight().get(first)
    touches = context.touch(scope, scope.entities[first]) if scope is not None else []
    context.postlude += touches
