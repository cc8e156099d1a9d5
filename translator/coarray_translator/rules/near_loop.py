# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""A loop over single elements of another image runs over that image's memory where this process has
it mapped, and else as it would by the other rules. Which of the two is decided when the loop is
entered: in a segment nothing changes that."""

from __future__ import annotations

from ..blocks import type_of
from ..context import Context
from ..near_loops import Loop, Near, plan_of
from ..source import Statement

BEFORE = """\
subroutine s(a, k, x)
  real :: a(0:7)[*], x
  real(8), allocatable, save :: b(:,:)[:]
  integer :: i, j, k
  do i = 0, 7
    x = x + a(i)[k]
  end do
  do j = 1, 4
    do i = 1, 4
      if (x > 0) b(i, j)[k] = x*i
    end do
  end do
  do i = 0, 7
    k = i
    x = a(i)[k]
  end do
end subroutine
"""
AFTER = """\
subroutine s(a, k, x)
use arauto_translated
  real :: a(0:7), x
  real(8), allocatable, save :: b(:,:)
  integer :: i, j, k
  block
  real(kind(a)), pointer, contiguous :: arauto_f1(:), arauto_n1(:)
  nullify(arauto_f1)
  if (is_contiguous(a)) call arauto_c_f_pointer(arauto_near(a, int(k, 4), storage_size(a, 8)/8*s&
&ize(a, kind=8)), arauto_f1, [size(a, kind=8)])
  if (associated(arauto_f1)) then
  arauto_n1(lbound(a, 1):ubound(a, 1)) => arauto_f1
  do i = 0, 7
  x = x + arauto_n1(i)
  end do
  else
  do i = 0, 7
    x = x + arauto_value(a(i), int(k, 4))
  end do
  end if
  end block
  block
  real(kind(b)), pointer, contiguous :: arauto_f1(:), arauto_n1(:,:)
  nullify(arauto_f1)
  if (allocated(b)) call arauto_c_f_pointer(arauto_near(b, int(k, 4)+arauto_cosubscript, storage&
&_size(b, 8)/8*size(b, kind=8)), arauto_f1, [size(b, kind=8)])
  if (associated(arauto_f1)) then
  arauto_n1(lbound(b, 1):ubound(b, 1),lbound(b, 2):ubound(b, 2)) => arauto_f1
  do j = 1, 4
  do i = 1, 4
  if (x > 0) arauto_n1(i, j) = x*i
  end do
  end do
  else
  do j = 1, 4
    do i = 1, 4
      if (x > 0) then
      associate (arauto_e => (x*i))
      call arauto_put(b(i, j), int(k, 4)+arauto_cosubscript, arauto_e)
      end associate
      end if
    end do
  end do
  end if
  end block
  do i = 0, 7
    k = i
    call arauto_get_word(x, int(k, 4), a(i), storage_size(a(i), 8)/8)
  end do
end subroutine
"""


def rewrite(statement: Statement, context: Context) -> list[str] | None:
    if statement.ends_near:
        return [statement.text, "end if", "end block"]
    loop = statement.loop
    if not isinstance(loop, Loop) or context.options.has_checks:
        return None
    plan = plan_of(loop, context)
    if plan is None:
        return None
    assert loop.end is not None
    loop.end.ends_near = True
    for inner in loop.body:
        inner.loop = None  # part of the version that calls
    nears = list(plan.nears.values())
    lines = ["block", *(declaration(near) for near in nears)]
    for near in nears:
        lines += find_memory(near)
    lines.append(f"if ({' .and. '.join(map(is_found, nears))}) then")
    lines += [place(near) for near in nears if near.entity.rank > 0]
    return [*lines, *plan.lines, "else", context.value(statement.text)]


def declaration(near: Near) -> str:
    """Declares the pointers to a coarray. Their kind is taken from the coarray itself: the name of
    the kind in the coarray's declaration may have another meaning here."""
    kind = type_of(near.entity)
    assert kind is not None
    name, rank = near.pointer, near.entity.rank
    words = f"{'real' if kind[0].startswith('double') else kind[0]}(kind({near.name})), pointer"
    if rank == 0:
        return f"{words} :: {name}"
    shape = ",".join([":"] * rank)
    return f"{words}, contiguous :: {found(near)}(:), {name}({shape})"


def found(near: Near) -> str:
    """The pointer to all elements in a row, or to the scalar."""
    return f"arauto_f{near.number}" if near.entity.rank > 0 else near.pointer


def find_memory(near: Near) -> list[str]:
    name = near.name
    size = f"size({name}, kind=8)"
    amount, shape = f"storage_size({name}, 8)/8", ""
    if near.entity.rank > 0:
        amount, shape = f"{amount}*{size}", f", [{size}]"
    memory = f"arauto_near({name}, {near.image}, {amount})"
    if near.entity.rank == 0:
        memory = f"arauto_near_one({name}, {near.image}, {amount})"
    call = f"call arauto_c_f_pointer({memory}, {found(near)}{shape})"
    if near.entity.is_allocatable:
        call = f"if (allocated({name})) {call}"
    elif near.entity.is_dummy and near.entity.rank > 0:
        call = f"if (is_contiguous({name})) {call}"
    return [f"nullify({found(near)})", call]


def is_found(near: Near) -> str:
    return f"associated({found(near)})"


def place(near: Near) -> str:
    dimensions = range(1, near.entity.rank + 1)
    bounds = ",".join(f"lbound({near.name}, {i}):ubound({near.name}, {i})" for i in dimensions)
    return f"{near.pointer}({bounds}) => {found(near)}"
