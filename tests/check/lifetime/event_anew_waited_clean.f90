! RACE no; images 2; events that are allocated anew, whose posts have all been waited for
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: event_type
  implicit none
  type(event_type), allocatable :: came(:)[:]
  integer :: x[*], i
  x = 0
  do i = 1, 4
    allocate (came(i)[*])
    if (this_image() == 1) then
      x[2] = i
      event post (came(i)[2])
    else
      event wait (came(i))
      if (x /= i) error stop
    end if
    deallocate (came)
  end do
end program p
