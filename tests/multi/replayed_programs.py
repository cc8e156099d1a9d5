# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Programs with a cause of waits, and the same programs with the change that a replay assumes.

The first line of each says which time of the replay is meant:
    ! FINDING pattern; mark of the line; edit
    ! WHAT-IF change, in which {MARK} is the line with that mark
Time is spent in pauses, so that the machine's load adds little. Images count them by themselves:
Arauto knows nothing of them.
"""

from __future__ import annotations

from dataclasses import dataclass

PAUSE_S = 0.04
PAUSES = """
module pauses
  implicit none
contains
  subroutine pause_for(count)
    use, intrinsic :: iso_c_binding, only: c_int
    integer, intent(in) :: count
    interface
      integer(c_int) function usleep(us) bind(c)
        import c_int
        integer(c_int), value :: us
      end function
    end interface
    integer(c_int) :: ignored
    integer :: i
    do i = 1, count
      ignored = usleep(40000_c_int)
    end do
  end subroutine
end module
"""


@dataclass(frozen=True)
class Twins:
    """A program on some images, and the number of pauses that each of the two takes."""

    images: int
    before: int
    after: int
    program: str
    edited: str


def twins(images: int, pauses: tuple[int, int], program: str, *edits: tuple[str, str]) -> Twins:
    """Make the edited program by replacing texts, each of which is there once."""
    edited = program
    for old, new in edits:
        assert edited.count(old) == 1, old
        edited = edited.replace(old, new)
    return Twins(images, *pauses, program, edited)


TWINS = {
    "post": twins(
        2,
        (10, 5),
        """\
! FINDING late post; WAIT; early post
program post
  use, intrinsic :: iso_fortran_env, only: event_type
  use pauses
  type(event_type) :: came[*], back[*]
  real :: x(100)[*]
  integer :: i
  sync all
  do i = 1, 5
    if (this_image() == 1) then
      x(:)[2] = i
      call pause_for(1)
      event post (came[2])
      event wait (back)
    else
      event wait (came) ! WAIT
      call pause_for(1)
      event post (back[1])
    end if
  end do
end program
""",
        (
            "      call pause_for(1)\n      event post (came[2])\n",
            "      event post (came[2])\n      call pause_for(1)\n",
        ),
    ),
    "room": twins(
        2,
        (10, 6),
        """\
! FINDING late receiver; WAIT; second buffer
program room
  use, intrinsic :: iso_fortran_env, only: event_type
  use pauses
  type(event_type) :: free[*], full[*]
  real :: x(100, 2)[*]
  integer :: i
  sync all
  ! FIRST
  do i = 1, 5
    if (this_image() == 1) then
      event wait (free) ! WAIT
      call pause_for(1)
      x(:, 1)[2] = i
      event post (full[2])
    else
      event post (free[1])
      event wait (full)
      call pause_for(1)
    end if
  end do
end program
""",
        ("  ! FIRST\n", "  if (this_image() == 2) event post (free[1])\n"),
        ("x(:, 1)[2]", "x(:, 1 + mod(i, 2))[2]"),
    ),
    "meeting": twins(
        4,
        (6, 3),
        """\
! FINDING all meet; WAIT; pairs
program meeting
  use pauses
  real :: x(10)[*]
  integer :: i, me, right, left
  me = this_image()
  right = 1 + mod(me, 4)
  left = 1 + mod(me + 2, 4)
  sync all
  do i = 1, 6
    if (me == 1 + 2 * mod(i, 2)) call pause_for(1)
    x(mod(i, 2) + 1)[right] = i
    sync all ! WAIT
  end do
end program
""",
        ("sync all ! WAIT", "sync images ([left, right])"),
    ),
    "needless": twins(
        2,
        (10, 5),
        """\
! FINDING needless rendezvous; WAIT; pairs
program needless
  use, intrinsic :: iso_fortran_env, only: event_type
  use pauses
  type(event_type) :: came[*]
  real :: x(100)[*]
  integer :: i
  sync all
  do i = 1, 5
    if (this_image() == 1) then
      x(mod(i, 2) + 1)[1] = i
      sync images (2) ! WAIT
    else
      call pause_for(1)
      sync images (1)
    end if
  end do
  if (this_image() == 1) call pause_for(5)
end program
""",
        ("sync images (2) ! WAIT", "event post (came[2])"),
        ("sync images (1)", "event wait (came)"),
    ),
    "even": twins(
        4,
        (10, 4),
        """\
! FINDING imbalance; WAIT; even work
program even
  use pauses
  integer :: i
  sync all
  do i = 1, 2
    call pause_for(merge(5, 1, this_image() == 2))
    sync all ! WAIT
  end do
end program
""",
        ("merge(5, 1, this_image() == 2)", "2"),
    ),
    "none": twins(
        3,
        (6, 2),
        """\
! WHAT-IF {WAIT}=none
program without
  use pauses
  integer :: i
  do i = 1, 6
    if (this_image() == 1 + mod(i, 3)) call pause_for(1)
    sync all ! WAIT
  end do
end program
""",
        ("    sync all ! WAIT\n", ""),
    ),
    "scaled": twins(
        2,
        (8, 4),
        """\
! WHAT-IF image2*0.5
program scaled
  use pauses
  integer :: i
  sync all
  do i = 1, 2
    call pause_for(merge(4, 1, this_image() == 2))
    sync all
  end do
end program
""",
        ("merge(4, 1,", "merge(2, 1,"),
    ),
}
