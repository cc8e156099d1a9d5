! RACE no; images 4; EVENT WAIT for the posts of three images
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: event_type
  implicit none
  integer :: x(4)[*]
  type(event_type) :: came[*]
  x = 0
  sync all
  if (this_image() > 1) then
    x(this_image())[1] = this_image()
    event post (came[1])
  else
    event wait (came, until_count=3)
    if (sum(x) /= 9) error stop
  end if
  sync all
end program p
