! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Two images hand a turn to each other, with work in between; two others wait for all.
!
! images 4
program round_trips
  use iso_fortran_env, only: event_type
  type(event_type) :: turn[*]
  integer :: round
  if (this_image() <= 2) then
    do round = 1, 3
      if (this_image() == 2 .or. round > 1) event wait (turn)
      call sleep (1)
      event post (turn[3 - this_image()])
    end do
  end if
  sync all
end program
