! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! A put of the component of a section sends the first component.
program from_component
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
  type(t), allocatable :: l(:)
  integer :: a(4)[*], i
  allocate (l(4))
  do i = 1, 4
    l(i)%a = -i
    l(i)%b = i
  end do
  sync all
  a(:)[this_image()] = l%b !warned
  a(:)[this_image()] = (l%b) !right
  sync all
  if (all(a == [1, 2, 3, 4])) print '(a)', 'right'
end program
