! RACE yes; pair overwritten.f90:14 overwritten.f90:17; images 2; the next notified put comes over the read of the last one
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: notify_type
  implicit none
  integer :: x[*], i, total
  type(notify_type) :: came[*]
  x = 0
  total = 0
  sync all
  do i = 1, 3
    if (this_image() == 1) then
      x[2, notify=came] = i
    else
      notify wait (came)
      total = total + x
    end if
  end do
  sync all
  if (total > 9) error stop
end program p
