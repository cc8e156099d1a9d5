! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! A get into the component of a section writes the first component.
program into_component
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
  integer :: a(4)[*]
  type(t) :: l(4), u(4)
  integer :: i
  a = [(i*this_image(), i = 1, 4)]
  do i = 1, 3
    l%a(i) = 0
    u%a(i) = 0
  end do
  sync all
  l(1:3)%b = a(1:3)[1] !warned
  u%a(2) = a(:)[1] !warned
  l(1:3)%b = (a(1:3)[1]) !right
  u%a(2) = (a(:)[1]) !right
  if (all(l(1:3)%b == [1, 2, 3]) .and. all(u%a(2) == [1, 2, 3, 4]) .and. all(l%a(1) == 0)) &
    print '(a)', 'right'
end program
