! RACE no; images 2; an event that is attached to what is got: the owner may change it then
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
    if (y(2) /= 2) error stop
  else
    event wait (was_read)
    x(2) = 7
  end if
  sync all
end program p
