! RACE no; images 2; each image puts to the other when it has read what came
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: notify_type
  implicit none
  integer :: x[*], i, other
  type(notify_type) :: came[*]
  x = 0
  other = 3 - this_image()
  sync all
  do i = 1, 5
    if (this_image() == 1) then
      x[other, notify=came] = i
      notify wait (came)
      if (x /= -i) error stop
    else
      notify wait (came)
      if (x /= i) error stop
      x[other, notify=came] = -i
    end if
  end do
  sync all
end program p
