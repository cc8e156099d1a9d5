! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Each image waits for its left neighbour before it posts to the right one.
!
! images 3
! told images 1 to 3: event wait (came), @wait; has 0, needs 1
program event_cycle
  use iso_fortran_env, only: event_type
  type(event_type) :: came[*]
  integer :: right
  right = mod(this_image(), num_images()) + 1
  event wait (came) ! @wait
  event post (came[right])
end program
