! RACE no; images 4; SYNC ALL within the teams of a CHANGE TEAM, accesses in one team
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: team_type
  implicit none
  integer :: x[*], me
  type(team_type) :: half
  x = 0
  me = this_image()
  form team (1 + (me - 1) / 2, half)
  change team (half)
    if (this_image() == 1) x[2] = me
    sync all
    if (this_image() == 2 .and. x /= me - 1) error stop
  end team
  sync all
end program p
