! RACE yes; pair load_before_notify_wait.f90:12 load_before_notify_wait.f90:14; images 2; the read comes before NOTIFY WAIT
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: notify_type
  implicit none
  integer :: x[*], seen
  type(notify_type) :: came[*]
  x = 0
  sync all
  if (this_image() == 1) then
    x[2, notify=came] = 5
  else
    seen = x
    notify wait (came)
    if (seen > 5) error stop
  end if
  sync all
end program p
