! RACE yes; pair event_anew.f90:16 event_anew.f90:19; images 2;
! an event that is allocated anew does not tell of what comes behind its post
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: event_type
  implicit none
  type(event_type), allocatable :: came(:)[:]
  integer :: x[*], seen
  x = 0
  allocate (came(4)[*])
  deallocate (came)
  allocate (came(4)[*])
  if (this_image() == 1) then
    event post (came(1)[2])
    x[2] = 5
  else
    event wait (came(1))
    seen = x
    if (seen > 5) error stop
  end if
  deallocate (came)
end program p
