! RACE yes; pair of_two_images.f90:12 of_two_images.f90:15; images 3; NOTIFY WAIT for one of two images' puts
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: notify_type
  implicit none
  integer :: x(3)[*], seen
  type(notify_type) :: came[*]
  x = 0
  sync all
  if (this_image() > 1) then
    x(this_image())[1, notify=came] = this_image()
  else
    notify wait (came)
    seen = x(2) + x(3)
    if (seen > 5) error stop
  end if
  sync all
end program p
