! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! A collective gets whole elements in place of one component.
program collective_component
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
  type(t) :: l(3)
  integer :: j(3), i
  do i = 1, 3
    l(i)%a = this_image()
    l(i)%b = 10*this_image()
  end do
  call co_broadcast(l%b, source_image=1) !warned
  j = l%b !right
  call co_broadcast(j, source_image=1) !right
  l%b = j !right
  if (all(l%b == 10) .and. all(l%a(2) == this_image())) print '(a)', 'right'
end program
