! RACE yes; pair attached_before.f90:14 attached_before.f90:16; images 2; the owner reads before the wait for the attached event
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: event_type
  use arauto, only: event_attach
  implicit none
  integer :: x(4)[*], seen
  type(event_type) :: came[*]
  x = 0
  call event_attach(came, x)
  sync all
  if (this_image() == 1) then
    x(:)[2] = 5
  else
    seen = x(3)
    event wait (came)
    if (seen > 5) error stop
  end if
  sync all
end program p
