! RACE no; images 2; a put behind ALLOCATE, and no assignment of the owner
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer, allocatable :: a(:)[:]
  allocate (a(10)[*])
  if (this_image() == 1) a(3)[2] = 5
  sync all
  if (this_image() == 2 .and. a(3) /= 5) error stop
  deallocate (a)
end program p
