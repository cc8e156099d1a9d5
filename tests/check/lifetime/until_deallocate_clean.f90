! RACE no; images 2; puts until DEALLOCATE, which all reach
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer, allocatable :: a(:)[:], b(:)[:]
  allocate (a(10)[*])
  if (this_image() == 1) a(3)[2] = 5
  deallocate (a)
  allocate (b(10)[*])
  b(3) = 0
  deallocate (b)
end program p
