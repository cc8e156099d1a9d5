! RACE no; images 2; NOTIFY= of a section
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: notify_type
  implicit none
  integer :: x(10)[*]
  type(notify_type) :: came[*]
  x = 0
  sync all
  if (this_image() == 1) then
    x(1:9:2)[2, notify=came] = 5
  else
    if (x(4) /= 0) error stop
    notify wait (came)
    if (x(3) /= 5) error stop
  end if
  sync all
end program p
