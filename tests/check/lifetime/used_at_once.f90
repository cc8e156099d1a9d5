! RACE yes; pair used_at_once.f90:10 used_at_once.f90:13; images 2; a put behind ALLOCATE, and the owner's first assignment
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer, allocatable :: a(:)[:]
  integer :: i
  allocate (a(10)[*])
  if (this_image() == 1) then
    a(3)[2] = 5
  else
    do i = 1, 10
      a(i) = i
    end do
  end if
  sync all
  deallocate (a)
end program p
