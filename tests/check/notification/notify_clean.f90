! RACE no; images 2; NOTIFY= tells of its own put
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: notify_type
  implicit none
  integer :: x[*]
  type(notify_type) :: came[*]
  x = 0
  sync all
  if (this_image() == 1) then
    x[2, notify=came] = 5
  else
    notify wait (came)
    if (x /= 5) error stop
  end if
  sync all
end program p
