! RACE yes; pair wrong_variable.f90:12 wrong_variable.f90:17; images 3; NOTIFY WAIT for another variable
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: notify_type
  implicit none
  integer :: x(2)[*], seen
  type(notify_type) :: came(2)[*]
  x = 0
  sync all
  if (this_image() == 1) then
    x(1)[2, notify=came(1)] = 5
  else if (this_image() == 3) then
    x(2)[2, notify=came(2)] = 6
  else
    notify wait (came(2))
    seen = x(1)
    if (seen > 5 .or. x(2) /= 6) error stop
  end if
  sync all
end program p
