! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! A put to the component of a section writes the first component.
program put_component
  implicit none
  type :: inner
    integer :: p, q
  end type
  type :: t
    integer :: a(3)
    integer :: b
    character(6) :: c
    type(inner) :: e
  end type
  type(t) :: x(4)[*]
  integer :: i, j(4), n
  j = [5, 6, 7, 8]
  n = this_image()
  x(:)%b = 0
  sync all
  x(:)[n]%b = j !warned
  x(:)[n]%a(3) = 9 !warned
  do i = 1, 4 !right
    x(i)[n]%b = j(i) !right
    x(i)[n]%a(3) = 9 !right
  end do !right
  sync all
  if (all(x%b == j) .and. all(x%a(3) == 9)) print '(a)', 'right'
end program
