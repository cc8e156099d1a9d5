! RACE no; images 2; EVENT WAIT behind EVENT_QUERY
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: event_type
  implicit none
  integer :: x[*], count
  type(event_type) :: came[*]
  x = 0
  sync all
  if (this_image() == 1) then
    x[2] = 5
    event post (came[2])
  else
    do
      call event_query(came, count)
      if (count > 0) exit
    end do
    event wait (came)
    if (x /= 5) error stop
  end if
  sync all
end program p
