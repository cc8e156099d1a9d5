! RACE yes; pair event_chain.f90:12 event_chain.f90:18; images 3; events along a chain, of which the middle does not wait
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
    x[3] = 5
    event post (came[2])
  else if (this_image() == 2) then
    event post (came[3])
  else
    event wait (came)
    seen = x
    if (seen > 5) error stop
  end if
  sync all
end program p
