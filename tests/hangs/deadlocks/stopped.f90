! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Image 2 has stopped without its post.
!
! images 3
! told images 1, 3: event wait (came), @wait; has 0, needs 1
! told image 2: stopped
program stopped
  use iso_fortran_env, only: event_type
  type(event_type) :: came[*]
  if (this_image() == 2) stop
  event wait (came) ! @wait
end program
