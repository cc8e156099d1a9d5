! RACE no; images 2; EVENT POST and EVENT WAIT
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: event_type
  implicit none
  integer :: x[*]
  type(event_type) :: came[*]
  x = 0
  sync all
  if (this_image() == 1) then
    x[2] = 5
    event post (came[2])
  else
    event wait (came)
    if (x /= 5) error stop
  end if
  sync all
end program p
