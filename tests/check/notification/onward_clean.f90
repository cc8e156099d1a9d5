! RACE no; images 3; a notification tells of what its origin had waited for
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: notify_type
  implicit none
  integer :: x[*], y[*]
  type(notify_type) :: came[*]
  x = 0
  y = 0
  sync all
  if (this_image() == 1) then
    x[2, notify=came] = 5
  else if (this_image() == 2) then
    notify wait (came)
    y[3, notify=came] = 6
  else
    notify wait (came)
    if (y /= 6 .or. x[2] /= 5) error stop
  end if
  sync all
end program p
