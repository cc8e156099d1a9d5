! RACE yes; pair strides.f90:9 strides.f90:10; images 3; every second and every third element meet at the 7th
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: a(10)[*]
  a = 0
  sync all
  if (this_image() == 2) a(3:10:2)[1] = 2
  if (this_image() == 3) a(4:10:3)[1] = 3
  sync all
  if (this_image() == 1 .and. a(4) /= 3) error stop
end program p
