! RACE no; images 2; more notifications than are kept apart
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: notify_type
  implicit none
  integer, parameter :: n = 300
  integer :: x(n)[*], i
  type(notify_type) :: came[*]
  x = 0
  sync all
  if (this_image() == 1) then
    do i = 1, n
      x(i)[2, notify=came] = i
    end do
  end if
  sync all
  if (this_image() == 2) then
    notify wait (came, until_count=n)
    if (sum(x) /= n * (n + 1) / 2) error stop
  end if
end program p
