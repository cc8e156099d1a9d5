! RACE yes; pair plain_to_third.f90:13 plain_to_third.f90:17; images 3; NOTIFY= does not tell of a plain put to another image
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
    y[3] = 4
    x[2, notify=came] = 5
  else if (this_image() == 2) then
    notify wait (came)
    seen = y[3]
    if (seen > 4 .or. x /= 5) error stop
  end if
  sync all
end program p
