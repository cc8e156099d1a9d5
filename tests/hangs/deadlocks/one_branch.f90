! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Only three of four images come to a statement of all.
!
! images 4
! told images 1 to 3: sync all, @all; for image 4
! told image 4: event wait (go), @wait; has 0, needs 1
program one_branch
  use iso_fortran_env, only: event_type
  type(event_type) :: go[*]
  if (this_image() == 4) then
    event wait (go) ! @wait
  else
    sync all ! @all
    if (this_image() == 1) event post (go[4])
  end if
end program
