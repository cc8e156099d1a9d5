! RACE yes; pair post_before_put.f90:13 post_before_put.f90:16; images 2; EVENT POST before the put
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: event_type
  implicit none
  integer :: x[*], seen
  type(event_type) :: came[*]
  x = 0
  sync all
  if (this_image() == 1) then
    event post (came[2])
    x[2] = 5
  else
    event wait (came)
    seen = x
    if (seen > 5) error stop
  end if
  sync all
end program p
