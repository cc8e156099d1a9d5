! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Image 1 posts to image 3, but it is image 2 that waits.
!
! images 3
! told images 1, 3: sync all, @all; for image 2
! told image 2: event wait (came), @wait; has 0, needs 1; 1 at image 3
! far images 1, 3: sync all, @all; for image 2
! far image 2: event wait (came), @wait; has 0, needs 1
program wrong_image
  use iso_fortran_env, only: event_type
  type(event_type) :: came[*]
  if (this_image() == 1) event post (came[3])
  if (this_image() == 2) event wait (came) ! @wait
  sync all ! @all
end program
