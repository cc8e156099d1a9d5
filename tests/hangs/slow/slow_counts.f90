! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! An event gets its posts one by one.
!
! images 3
program slow_counts
  use iso_fortran_env, only: event_type
  type(event_type) :: came[*]
  integer :: piece
  if (this_image() == 3) then
    do piece = 1, 4
      call sleep (1)
      event post (came[1])
    end do
  end if
  if (this_image() == 1) event wait (came, until_count=4)
  sync all
end program
