! RACE yes; pair section.f90:12 section.f90:14; images 2; NOTIFY= of a section that the owner reads before
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: notify_type
  implicit none
  integer :: x(10)[*], seen
  type(notify_type) :: came[*]
  x = 0
  sync all
  if (this_image() == 1) then
    x(1:9:2)[2, notify=came] = 5
  else
    seen = x(3)
    notify wait (came)
    if (seen > 5) error stop
  end if
  sync all
end program p
