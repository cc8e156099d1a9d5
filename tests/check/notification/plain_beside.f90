! RACE yes; pair plain_beside.f90:13 plain_beside.f90:17; images 2; NOTIFY= does not tell of the plain put before it
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: notify_type
  implicit none
  integer :: x[*], y[*], seen
  type(notify_type) :: came[*]
  x = 0
  y = 0
  sync all
  if (this_image() == 1) then
    y[2] = 4
    x[2, notify=came] = 5
  else
    notify wait (came)
    seen = y
    if (seen > 4 .or. x /= 5) error stop
  end if
  sync all
end program p
