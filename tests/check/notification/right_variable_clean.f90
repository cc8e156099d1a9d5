! RACE no; images 3; NOTIFY WAIT for each of two variables
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: notify_type
  implicit none
  integer :: x(2)[*]
  type(notify_type) :: came(2)[*]
  x = 0
  sync all
  if (this_image() == 1) then
    x(1)[2, notify=came(1)] = 5
  else if (this_image() == 3) then
    x(2)[2, notify=came(2)] = 6
  else
    notify wait (came(2))
    if (x(2) /= 6) error stop
    notify wait (came(1))
    if (x(1) /= 5) error stop
  end if
  sync all
end program p
