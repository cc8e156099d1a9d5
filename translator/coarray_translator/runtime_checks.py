# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The part of module `arauto_translated` that checks subscripts (bounds.py writes the calls). The
functions are elemental, so that they are allowed wherever a subscript is."""

from __future__ import annotations

KINDS = (1, 2, 4, 8, 16)

DUMMIES = """\
    integer(c_int64_t), intent(in) :: lower, upper
    logical, intent(in) :: is_there
    integer(c_int), intent(in) :: dimension, image
    character(len=*), intent(in) :: object
"""
OTHERS = "lower, upper, is_there, dimension, object, image"
FAIL = "bounds=[lower, upper], is_there=merge(1, 0, is_there), dimension=dimension, &\n"
FAIL += "      object=object, image=image)\n"

# The values of a range. For each there is a function that checks all three and returns this one.
LIMITS = ("first", "last", "step")


def checked_limit(limit: str) -> str:
    return f"""\
  elemental function arauto_checked_{limit}(first, last, step, {OTHERS}) &
    result(r)
    integer(c_int64_t), intent(in) :: first, last, step
{DUMMIES}\
    integer(c_int64_t) :: r, end
    r = {limit}
    if (step == 0) return
    if (merge(first > last, first < last, step > 0)) return
    end = first + (last - first)/step*step
    if (min(first, end) >= lower .and. max(first, end) <= upper .and. is_there) return
    call outside_bounds([first, end, step], {FAIL}\
  end function
"""


def checked(kind: int) -> str:
    return f"""\
  elemental function checked_{kind}(i, {OTHERS}) result(r)
    integer({kind}), intent(in) :: i
{DUMMIES}\
    integer(c_int64_t) :: r
    r = int(i, c_int64_t)
    if (r >= lower .and. r <= upper .and. is_there) return
    call outside_bounds([r, r, 0_c_int64_t], {FAIL}\
  end function
"""


PROCEDURES = "".join(checked_limit(limit) for limit in LIMITS)
PROCEDURES += "".join(checked(kind) for kind in KINDS)
SPECIFICS = [f"checked_{kind}" for kind in KINDS]
PRIVATE = f"  private :: outside_bounds, {', '.join(SPECIFICS)}\n"
