! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Image 3 posts only in a case that does not occur.
!
! images 3
! told image 1: event wait (came), @wait; has 0, needs 1
! told images 2, 3: sync all, @all; for image 1
program missing_post
  use iso_fortran_env, only: event_type
  type(event_type) :: came[*]
  integer :: step
  step = this_image()
  if (this_image() == 3 .and. step > 3) event post (came[1])
  if (this_image() == 1) event wait (came) ! @wait
  sync all ! @all
end program
