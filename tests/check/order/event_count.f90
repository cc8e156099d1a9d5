! RACE yes; pair event_count.f90:12 event_count.f90:16; images 3; EVENT WAIT for one post, where two images post
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: event_type
  implicit none
  integer :: x(3)[*], seen
  type(event_type) :: came[*]
  x = 0
  sync all
  if (this_image() > 1) then
    x(this_image())[1] = this_image()
    event post (came[1])
  else
    event wait (came)
    seen = x(2) + x(3)
    if (seen > 5) error stop
  end if
  sync all
end program p
