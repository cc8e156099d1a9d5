! RACE no; images 2; what the origin has read itself before its notified put, the target may overwrite
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: notify_type
  implicit none
  integer :: x[*], y[*], seen
  type(notify_type) :: came[*]
  x = this_image()
  y = 0
  sync all
  if (this_image() == 1) then
    seen = x
    if (seen /= 1) error stop
    y[2, notify=came] = 5
  else
    notify wait (came)
    x[1] = y
  end if
  sync all
  if (this_image() == 1 .and. x /= 5) error stop
end program p
