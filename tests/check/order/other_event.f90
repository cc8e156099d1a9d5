! RACE yes; pair other_event.f90:12 other_event.f90:18; images 3; EVENT WAIT for another event
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: event_type
  implicit none
  integer :: x[*], seen
  type(event_type) :: came(2)[*]
  x = 0
  sync all
  if (this_image() == 1) then
    x[2] = 5
    event post (came(1)[2])
  else if (this_image() == 3) then
    event post (came(2)[2])
  else
    event wait (came(2))
    seen = x
    if (seen > 5) error stop
  end if
  sync all
end program p
