! RACE yes; pair put_put.f90:9 put_put.f90:9; images 3; two images put to one element of a third
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: x[*]
  x = 0
  sync all
  if (this_image() > 1) x[1] = this_image()
  sync all
  if (this_image() == 1 .and. x == 0) error stop 'nothing came'
end program p
