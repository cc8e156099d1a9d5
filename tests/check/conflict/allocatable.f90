! RACE yes; pair allocatable.f90:15 allocatable.f90:17; images 2; an allocatable coarray
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  real, allocatable :: a(:)[:]
  real :: seen
  integer :: i
  allocate (a(100)[*])
  do i = 1, 100
    a(i) = i
  end do
  sync all
  if (this_image() == 1) then
    a(20:40)[2] = 0
  else
    seen = a(30)
    if (seen > 30) error stop
  end if
  sync all
end program p
