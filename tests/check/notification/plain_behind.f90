! RACE yes; pair plain_behind.f90:13 plain_behind.f90:16; images 2; a plain put behind the notified one
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: notify_type
  implicit none
  integer :: x(2)[*], seen
  type(notify_type) :: came[*]
  x = 0
  sync all
  if (this_image() == 1) then
    x(1)[2, notify=came] = 5
    x(2)[2] = 6
  else
    notify wait (came)
    seen = x(2)
    if (seen > 6 .or. x(1) /= 5) error stop
  end if
  sync all
end program p
