! RACE yes; pair one_buffer_of_two.f90:12 one_buffer_of_two.f90:14; images 2;
! rounds take two buffers in turn, but read the other one
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: x(0:1)[*], i, total
  x = 0
  total = 0
  sync all
  do i = 1, 6
    if (this_image() == 1) x(mod(i, 2))[2] = i
    sync all
    if (this_image() == 2) total = total + x(mod(i + 1, 2))
  end do
  sync all
  if (total > 100) error stop
end program p
