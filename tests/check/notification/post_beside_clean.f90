! RACE no; images 2; EVENT POST tells of all puts before it
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: notify_type, event_type
  implicit none
  integer :: x[*], y[*]
  type(event_type) :: came[*]
  x = 0
  y = 0
  sync all
  if (this_image() == 1) then
    y[2] = 4
    x[2] = 5
    event post (came[2])
  else
    event wait (came)
    if (y /= 4 .or. x /= 5) error stop
  end if
  sync all
end program p
