! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The component of a section of another image: where it lies in an element is left out.
program get_component
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
  integer :: i, j(4), k(4), m(4)
  do i = 1, 4
    x(i)%a = [i, i + 10, i + 20]
    x(i)%b = i + 30
    x(i)%e = inner(i + 40, i + 50)
  end do
  sync all
  j = x(:)[num_images()]%b !warned
  k = x(:)[num_images()]%a(2) !warned
  m(4:1:-1) = x([4, 3, 2, 1])[num_images()]%e%q !warned
  do i = 1, 4 !right
    j(i) = x(i)[num_images()]%b !right
    k(i) = x(i)[num_images()]%a(2) !right
    m(i) = x(i)[num_images()]%e%q !right
  end do !right
  if (all(j == [31, 32, 33, 34]) .and. all(k == [11, 12, 13, 14]) .and. &
      all(m == [51, 52, 53, 54])) print '(a)', 'right'
end program
