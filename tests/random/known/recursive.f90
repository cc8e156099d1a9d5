! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! All calls of a recursive procedure share one local allocatable coarray.
module recursive_m
  implicit none
contains
  recursive subroutine descend(depth, good)
    integer, intent(in) :: depth
    logical, intent(inout) :: good
    type :: holder !right
      integer, allocatable :: a(:)[:] !right
    end type !right
    integer, allocatable :: a(:)[:] !warned
    type(holder) :: h !right
    allocate (a(2)[*]) !wrong
    a = depth !wrong
    allocate (h%a(2)[*]) !right
    h%a = depth !right
    if (depth > 0) call descend(depth - 1, good)
    good = good .and. allocated(a) !wrong
    if (good) good = all(a == depth) !wrong
    good = good .and. all(h%a == depth) !right
  end subroutine
end module
program recursive
  use recursive_m
  implicit none
  logical :: good
  good = .true.
  call descend(2, good)
  if (good) print '(a)', 'right'
end program
