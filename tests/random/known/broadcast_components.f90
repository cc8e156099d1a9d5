! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Components are not allocated where they are received.
program broadcast_components
  implicit none
  type :: inner
    integer, allocatable :: list(:)
  end type
  type :: outer
    integer :: number = 0
    type(inner) :: part
  end type
  type(outer) :: o
  integer :: n
  n = 0
  if (this_image() == 1) then
    o%number = 7
    o%part%list = [1, 2, 3]
    n = 3
  end if
  call co_broadcast(o, source_image=1) !warned
  call co_broadcast(n, 1) !right
  call co_broadcast(o%number, 1) !right
  if (this_image() /= 1) allocate (o%part%list(n)) !right
  call co_broadcast(o%part%list, 1) !right
  if (o%number == 7 .and. sum(o%part%list) == 6) print '(a)', 'right'
end program
