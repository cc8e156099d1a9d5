! RACE no; images 2; ALLOCATE of a coarray
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: x[*]
  integer, allocatable :: other(:)[:]
  x = 0
  sync all
  if (this_image() == 1) x[2] = 5
  allocate (other(3)[*])
  if (this_image() == 2 .and. x /= 5) error stop
  deallocate (other)
end program p
