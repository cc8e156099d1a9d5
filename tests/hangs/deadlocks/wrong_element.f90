! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The post is for element 2 of an array of events, the wait for element 3.
!
! images 2
! told image 1: sync images (2), @partner; for image 2
! told image 2: event wait (came(3)), @wait (in receive); has 0, needs 1
program wrong_element
  use iso_fortran_env, only: event_type
  type(event_type) :: came(4)[*]
  if (this_image() == 1) then
    event post (came(2)[2])
    sync images (2) ! @partner
  else
    call receive()
    sync images (1)
  end if
contains
  subroutine receive()
    event wait (came(3)) ! @wait
  end subroutine
end program
