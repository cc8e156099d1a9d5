! RACE yes; pair onward.f90:13 onward.f90:19; images 3; a notification does not tell of what its origin did not wait for
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
    x[2, notify=came] = 5
  else if (this_image() == 2) then
    y[3, notify=came] = 6
    notify wait (came)
  else
    notify wait (came)
    seen = x[2]
    if (y /= 6 .or. seen > 5) error stop
  end if
  sync all
end program p
