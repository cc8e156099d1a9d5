! RACE yes; pair own_behind.f90:15 own_behind.f90:19; images 2;
! what the origin reads behind its notified put, the target must not overwrite
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
    y[2, notify=came] = 5
    seen = x
    if (seen > 5) error stop
  else
    notify wait (came)
    x[1] = y
  end if
  sync all
end program p
