! RACE no; images 2; an event that is attached to what is put
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: event_type
  use arauto, only: event_attach
  implicit none
  integer :: x(4)[*]
  type(event_type) :: came[*]
  x = 0
  call event_attach(came, x)
  sync all
  if (this_image() == 1) then
    x(:)[2] = 5
  else
    event wait (came)
    if (x(3) /= 5) error stop
  end if
  sync all
end program p
