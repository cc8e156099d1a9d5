! RACE yes; pair load_before_wait.f90:12 load_before_wait.f90:15; images 2; the read comes before EVENT WAIT
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: event_type
  implicit none
  integer :: x[*], seen
  type(event_type) :: came[*]
  x = 0
  sync all
  if (this_image() == 1) then
    x[2] = 5
    event post (came[2])
  else
    seen = x
    event wait (came)
    if (seen > 5) error stop
  end if
  sync all
end program p
