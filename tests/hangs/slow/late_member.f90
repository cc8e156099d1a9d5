! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! A member of a team comes late to a sum, and the other team waits at the end of the block.
!
! images 4
program late_member
  use iso_fortran_env, only: team_type
  type(team_type) :: half
  integer :: total
  form team (1 + mod(this_image(), 2), half)
  total = 1
  change team (half)
    if (team_number() == 2 .and. this_image() == 1) call sleep (3)
    call co_sum (total)
  end team
  sync all
end program
