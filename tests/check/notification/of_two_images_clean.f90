! RACE no; images 3; NOTIFY WAIT for two images' puts
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: notify_type
  implicit none
  integer :: x(3)[*]
  type(notify_type) :: came[*]
  x = 0
  sync all
  if (this_image() > 1) then
    x(this_image())[1, notify=came] = this_image()
  else
    notify wait (came, until_count=2)
    if (x(2) + x(3) /= 5) error stop
  end if
  sync all
end program p
