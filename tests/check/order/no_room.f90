! RACE yes; pair no_room.f90:14 no_room.f90:18; images 2; the next put does not wait until the last one has been read
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: event_type
  implicit none
  integer :: x[*], i, total
  type(event_type) :: full[*]
  x = 0
  total = 0
  sync all
  do i = 1, 3
    if (this_image() == 1) then
      x[2] = i
      event post (full[2])
    else
      event wait (full)
      total = total + x
    end if
  end do
  sync all
  if (total > 9) error stop
end program p
