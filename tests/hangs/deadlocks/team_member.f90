! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! A member of a team leaves out SYNC TEAM: its next meeting takes the place of that one.
!
! images 4
! told images 1, 3: sync all, @all; for images 2, 4
! told image 2: end team, @end; for image 1
! told image 4: end team, @end; for image 3
program team_member
  use iso_fortran_env, only: team_type
  type(team_type) :: half
  integer :: color
  color = merge(1, 2, this_image() <= 2)
  form team (color, half)
  change team (half)
    if (this_image() == 2) sync team (half)
  end team ! @end
  sync all ! @all
end program
