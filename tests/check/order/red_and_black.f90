! RACE yes; pair red_and_black.f90:13 red_and_black.f90:14; images 4; all images read what their neighbours write
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: x(0:2)[*], me, step, i
  me = this_image()
  do i = 0, 2
    x(i) = me
  end do
  sync all
  do step = 1, 4
    if (me > 1) x(0) = x(1)[me - 1]
    x(1) = max(x(0), x(1))
    sync all
  end do
end program p
