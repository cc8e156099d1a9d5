! RACE yes; pair attached.f90:15 attached.f90:19; images 2; an event that is attached to another part than the owner reads
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: event_type
  use arauto, only: event_attach
  implicit none
  integer :: x(4)[*], y(4), seen
  type(event_type) :: came[*]
  x = 0
  y = 5
  call event_attach(came, x(3:4))
  sync all
  if (this_image() == 1) then
    x(1:2)[2] = y(1:2)
    x(3:4)[2] = y(3:4)
  else
    event wait (came)
    seen = x(2)
    if (x(3) /= 5 .or. seen > 5) error stop
  end if
  sync all
end program p
