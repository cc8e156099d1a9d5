! RACE no; images 3; NOTIFY= tells of a plain put that an earlier statement has completed
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: notify_type
  implicit none
  integer :: x[*], y[*]
  type(notify_type) :: came[*]
  x = 0
  y = 0
  sync all
  if (this_image() == 1) then
    y[3] = 4
    sync images (3)
    x[2, notify=came] = 5
  else if (this_image() == 2) then
    notify wait (came)
    if (y[3] /= 4 .or. x /= 5) error stop
  else
    sync images (1)
  end if
  sync all
end program p
