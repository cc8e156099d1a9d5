! RACE yes; pair attached_get.f90:15 attached_get.f90:18; images 2;
! the owner changes what is got before the wait for the attached event
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: event_type
  use arauto, only: event_attach
  implicit none
  integer :: x(4)[*], y(4)
  type(event_type) :: was_read[*]
  x = this_image()
  call event_attach(was_read, x, access='get')
  sync all
  if (this_image() == 1) then
    y = x(:)[2]
    if (y(2) > 7) error stop
  else
    x(2) = 7
    event wait (was_read)
  end if
  sync all
end program p
