! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! A get into an assumed-shape dummy argument or a pointer with a vector subscript.
module into_gaps_m
  implicit none
contains
  subroutine take(x, a)
    integer, intent(inout) :: x(:), a(:)[*]
    x([4, 3, 1]) = a(1:3)[1] !warned
    x([4, 3, 1]) = (a(1:3)[1]) !right
  end subroutine
end module
program into_gaps
  use into_gaps_m
  implicit none
  integer :: a(4)[*], x(8), i
  a = [(i, i = 1, 4)]
  x = 0
  sync all
  call take(x(::2), a)
  if (all(x == [3, 0, 0, 0, 2, 0, 1, 0])) print '(a)', 'right'
end program
