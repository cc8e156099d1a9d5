# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the Fortran module `arauto_translated`, which translated code uses. Most of it is
interfaces to the shims; the values of coindexed objects need one function for each type, kind and
rank, because only those give the compiler the type of an expression."""

from __future__ import annotations

from . import runtime_checks, runtime_control, runtime_data, runtime_objects, shim_interfaces

RANKS = range(8)

PROCEDURES = """\
  pure function arauto_image(at, lower, upper) result(image)
    integer(c_int), intent(in) :: at(:), lower(:), upper(:)
    integer(c_int) :: image
    image = shim_image(size(at), at, lower, upper)
  end function
  pure function arauto_image_in(a, at) result(image)
    type(*), intent(in) :: a(..)
    integer(c_int), intent(in) :: at(:)
    integer(c_int) :: image, lower(size(at)), upper(size(at))
    call shim_cobounds(a, size(at), lower, upper)
    image = shim_image(size(at), at, lower, upper)
  end function
  pure function arauto_cosubscripts(lower, upper, image) result(at)
    integer(c_int), intent(in) :: lower(:), upper(:)
    integer(c_int), intent(in), optional :: image
    integer(c_int) :: at(size(lower)), whose
    whose = 0
    if (present(image)) whose = image
    call shim_cosubscripts(size(lower), whose, lower, upper, at)
  end function
  pure function arauto_cosubscripts_in(a, n, image) result(at)
    type(*), intent(in) :: a(..)
    integer(c_int), intent(in) :: n
    integer(c_int), intent(in), optional :: image
    integer(c_int) :: at(n), lower(n), upper(n)
    call shim_cobounds(a, n, lower, upper)
    at = arauto_cosubscripts(lower, upper, image)
  end function
  pure function arauto_lower_in(a, n) result(lower)
    type(*), intent(in) :: a(..)
    integer(c_int), intent(in) :: n
    integer(c_int) :: lower(n), upper(n)
    call shim_cobounds(a, n, lower, upper)
  end function
  pure function arauto_upper(lower, upper) result(bounds)
    integer(c_int), intent(in) :: lower(:), upper(:)
    integer(c_int) :: bounds(size(lower))
    bounds = upper
    bounds(size(lower)) = shim_last_cobound(size(lower), lower, upper, shim_num_images())
  end function
  pure function arauto_upper_in(a, n) result(bounds)
    type(*), intent(in) :: a(..)
    integer(c_int), intent(in) :: n
    integer(c_int) :: lower(n), upper(n), bounds(n)
    call shim_cobounds(a, n, lower, upper)
    bounds = arauto_upper(lower, upper)
  end function
  pure function arauto_element(values, dim) result(value)
    integer(c_int), intent(in) :: values(:), dim
    integer(c_int) :: value
    value = values(dim)
  end function
  pure function number_of(is_quiet) result(number)
    logical(4), intent(in), optional :: is_quiet
    integer(c_int) :: number
    number = 0
    if (present(is_quiet)) number = merge(1, 0, is_quiet)
  end function
  pure subroutine arauto_error_stop_nothing(quiet)
    logical(4), intent(in), optional :: quiet
    call arauto_error_stop_text("", quiet)
  end subroutine
  pure subroutine arauto_error_stop_text(text, quiet)
    character(len=*), intent(in) :: text
    logical(4), intent(in), optional :: quiet
    if (number_of(quiet) /= 0) call error_stop_code(1, 1)
    call error_stop_text(text)
  end subroutine
  subroutine arauto_atomic_define(atom, image, value, stat)
    type(*), intent(in) :: atom(..), value(..)
    integer(c_int), intent(in) :: image
    integer(c_int), intent(inout), optional :: stat
    call shim_atomic(atom, image, -1, value, stat=stat)
  end subroutine
  subroutine arauto_atomic_ref(value, atom, image, stat)
    type(*), intent(inout) :: value(..)
    type(*), intent(in) :: atom(..)
    integer(c_int), intent(in) :: image
    integer(c_int), intent(inout), optional :: stat
    call shim_atomic(atom, image, -2, old=value, stat=stat)
  end subroutine
  subroutine arauto_atomic_cas(atom, image, old, compare, new, stat)
    type(*), intent(in) :: atom(..), compare(..), new(..)
    integer(c_int), intent(in) :: image
    type(*), intent(inout) :: old(..)
    integer(c_int), intent(inout), optional :: stat
    call shim_atomic(atom, image, -3, new, compare, old, stat)
  end subroutine
"""

INTEGERS = (1, 2, 4, 8, 16)
OF_EACH_INTEGER = """\
  pure subroutine arauto_error_stop_{kind}(code, quiet)
    integer({kind}), intent(in) :: code
    logical(4), intent(in), optional :: quiet
    call error_stop_code(int(code, c_int), number_of(quiet))
  end subroutine
  subroutine event_query_{kind}(event, count, stat)
    type(*), intent(in) :: event
    integer({kind}), intent(inout) :: count
    integer(c_int), intent(inout), optional :: stat
    count = int(shim_event_query(event, stat), {kind})
  end subroutine
"""

ATOMIC = """\
  subroutine arauto_atomic_{name}(atom, image, value, stat)
    type(*), intent(in) :: atom(..), value(..)
    integer(c_int), intent(in) :: image
    integer(c_int), intent(inout), optional :: stat
    call shim_atomic(atom, image, {code}, value, stat=stat)
  end subroutine
  subroutine arauto_atomic_fetch_{name}(atom, image, value, old, stat)
    type(*), intent(in) :: atom(..), value(..)
    integer(c_int), intent(in) :: image
    type(*), intent(inout) :: old(..)
    integer(c_int), intent(inout), optional :: stat
    call shim_atomic(atom, image, {code}, value, old=old, stat=stat)
  end subroutine
"""


def value_types(has_quad: bool) -> list[tuple[str, str, str]]:
    """Short name, declaration of the dummy, declaration of the result."""
    reals = [4, 8, 10, 16] if has_quad else [4, 8, 10]
    kinds = {"integer": [1, 2, 4, 8, 16], "logical": [1, 2, 4, 8], "real": reals, "complex": reals}
    types = [
        (f"{name[0]}{kind}", f"{name}({kind})", f"{name}({kind})")
        for name, list_ in kinds.items()
        for kind in list_
    ]
    return [
        *types,
        ("text", "character(len=*)", "character(len=len(a))"),
        ("wide", "character(kind=4, len=*)", "character(kind=4, len=len(a))"),
    ]


def value_body(short: str, rank: int, is_pure: bool) -> list[str]:
    """A single value needs no descriptor, unless `stat` is to get the outcome."""
    if is_pure:
        return ["    call arauto_pure_get(r, image, a)"]
    if rank or short == "text":
        return ["    call arauto_get(r, image, a, stat)"]
    return [
        "    if (present(stat)) then",
        "      call arauto_get(r, image, a, stat)",
        "    else",
        "      call arauto_get_word(r, image, a, storage_size(a, 8)/8)",
        "    end if",
    ]


def value_function(kind: str, short: str, declared: str, result: str, rank: int) -> str:
    name = f"{kind}_{short}_{rank}"
    dimensions = f"({', '.join(':' * rank)})" if rank else ""
    shape = f"({', '.join(f'size(a, {i + 1})' for i in range(rank))})" if rank else ""
    is_pure = kind == "pure_value"
    stat = "" if is_pure else ", stat"
    lines = [
        f"  {'pure ' if is_pure else ''}function {name}(a, image{stat}) result(r)",
        f"    {declared}, intent(in) :: a{dimensions}",
        "    integer(c_int), intent(in) :: image",
        *([] if is_pure else ["    integer(c_int), intent(inout), optional :: stat"]),
        f"    {result} :: r{shape}",
        *value_body(short, rank, is_pure),
        "  end function",
    ]
    return "\n".join(lines) + "\n"


def generic(name: str, specifics: list[str]) -> str:
    listed = ", &\n      ".join(specifics)
    return f"  interface {name}\n    module procedure {listed}\n  end interface\n"


def write_module(has_quad: bool) -> str:
    """
    Parameters
    ----------
    has_quad
        whether the compiler has real(16) and its operations
    """
    interfaces, bodies = "", PROCEDURES
    for kind in ("value", "pure_value"):
        names = []
        for short, declared, result in value_types(has_quad):
            for rank in RANKS:
                names.append(f"{kind}_{short}_{rank}")
                bodies += value_function(kind, short, declared, result, rank)
        interfaces += generic(f"arauto_{kind}", names)
    for kind in value_types(has_quad):
        bodies += runtime_data.packed_value(*kind)
    interfaces += generic(
        "arauto_value_at", [f"packed_{short}" for short, _, _ in value_types(has_quad)]
    )
    bodies += runtime_objects.describers()
    interfaces += "".join(generic(*pair) for pair in runtime_objects.GENERICS.items())
    for code, name in enumerate(("add", "and", "or", "xor")):
        bodies += ATOMIC.format(name=name, code=code)
    bodies += runtime_checks.PROCEDURES
    interfaces += generic("arauto_checked", runtime_checks.SPECIFICS)
    use, own = runtime_control.declarations(has_unlocked_failed=not has_quad)
    bodies += "".join(OF_EACH_INTEGER.format(kind=kind) for kind in INTEGERS)
    stops = [f"arauto_error_stop_{kind}" for kind in ("nothing", "text", *INTEGERS)]
    interfaces += generic("arauto_error_stop", stops)
    interfaces += generic("arauto_event_query", [f"event_query_{kind}" for kind in INTEGERS])
    return (
        "! Written by the coarray translator of Arauto for one compiler.\n"
        "module arauto_translated\n"
        "  use, intrinsic :: iso_c_binding, only: c_char, c_int, c_int64_t, c_ptr, &\n"
        "    arauto_c_f_pointer => c_f_pointer\n" + use + "  implicit none\n"
        "  private :: c_char, c_int, c_int64_t, c_ptr, shim_image\n"
        "  private :: shim_this_image, shim_num_images\n"
        "  private :: shim_cosubscripts, shim_cobounds, shim_last_cobound\n"
        "  private :: shim_event_query, shim_atomic, error_stop_text\n"
        "  private :: error_stop_code, number_of, arauto_word, get_packed, address_of\n"
        + "".join(
            f"  private :: {kind}_{short}_{rank}\n"
            for kind in ("value", "pure_value")
            for short, _, _ in value_types(has_quad)
            for rank in RANKS
        )
        + own
        + runtime_checks.PRIVATE
        + "".join(f"  private :: packed_{short}\n" for short, _, _ in value_types(has_quad))
        + "  integer, parameter :: arauto_word = 8\n"
        "  integer(4), parameter :: arauto_there = 1073741824, arauto_cosubscript = 805306368\n"
        + runtime_objects.TYPES
        + "  type :: arauto_event_type\n    private\n"
        "    integer(arauto_word) :: count = 0\n  end type\n"
        "  type :: arauto_notify_type\n    private\n"
        "    integer(arauto_word) :: count = 0\n  end type\n"
        "  type :: arauto_lock_type\n    private\n"
        "    integer(arauto_word) :: holder = 0\n  end type\n"
        "  interface\n"
        + shim_interfaces.interfaces()
        + "  end interface\n"
        + runtime_control.GENERICS
        + interfaces
        + "contains\n"
        + bodies
        + runtime_control.PROCEDURES
        + "end module arauto_translated\n"
    )
