! RACE no; images 2; an event that is allocated anew, where posts were left
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: event_type
  implicit none
  type(event_type), allocatable :: came(:)[:]
  integer :: x[*]
  x = 0
  allocate (came(4)[*])
  if (this_image() == 1) event post (came(1)[2])
  if (this_image() == 1) event post (came(1)[2])
  deallocate (came)
  allocate (came(4)[*])
  if (this_image() == 1) then
    x[2] = 5
    event post (came(1)[2])
  else
    event wait (came(1))
    if (x /= 5) error stop
  end if
  deallocate (came)
end program p
