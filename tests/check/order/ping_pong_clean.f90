! RACE no; images 2; events there and back
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: event_type
  implicit none
  integer :: x[*], i, other
  type(event_type) :: full[*], free[*]
  x = 0
  other = 3 - this_image()
  sync all
  if (this_image() == 2) event post (free[1])
  do i = 1, 5
    if (this_image() == 1) then
      event wait (free)
      x[2] = i
      event post (full[2])
    else
      event wait (full)
      if (x /= i) error stop
      event post (free[1])
    end if
  end do
  if (this_image() == 1) event wait (free)
  sync all
end program p
