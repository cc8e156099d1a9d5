! RACE yes; pair plain_allocate.f90:10 plain_allocate.f90:13; images 2; ALLOCATE of what is no coarray
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: x[*], seen
  integer, allocatable :: other(:)
  x = 0
  sync all
  if (this_image() == 1) x[2] = 5
  allocate (other(3))
  if (this_image() == 2) then
    seen = x
    if (seen > 5) error stop
  end if
  deallocate (other)
  sync all
end program p
