! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! One image sleeps, as in input and output that take long, and the others wait for its events.
!
! images 3
program sleeps
  use iso_fortran_env, only: event_type
  type(event_type) :: came[*]
  if (this_image() == 1) then
    call sleep (4)
    event post (came[2])
    event post (came[3])
  else
    event wait (came)
  end if
end program
