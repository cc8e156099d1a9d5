! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Two neighbours post, and the wait is for three.
!
! images 3
! told images 1, 3: sync all, @all; for image 2
! told image 2: event wait (came, until_count=3), @wait; has 2, needs 3
program wrong_count
  use iso_fortran_env, only: event_type
  type(event_type) :: came[*]
  if (this_image() /= 2) event post (came[2])
  if (this_image() == 2) event wait (came, until_count=3) ! @wait
  sync all ! @all
end program
