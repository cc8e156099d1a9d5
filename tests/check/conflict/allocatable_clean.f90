! RACE no; images 2; an allocatable coarray, read after SYNC ALL
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  real, allocatable :: a(:)[:]
  integer :: i
  allocate (a(100)[*])
  do i = 1, 100
    a(i) = i
  end do
  sync all
  if (this_image() == 1) a(20:40)[2] = 0
  sync all
  if (this_image() == 2 .and. a(30) /= 0) error stop
end program p
