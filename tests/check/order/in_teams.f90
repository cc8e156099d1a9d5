! RACE yes; pair in_teams.f90:12 in_teams.f90:16; images 4; SYNC ALL within the teams of a CHANGE TEAM
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: team_type
  implicit none
  integer :: x[*], me, seen
  type(team_type) :: half
  me = this_image()
  x = 0
  form team (1 + (me - 1) / 2, half)
  if (me == 2) x[3] = me
  change team (half)
    sync all
    if (me == 3) then
      seen = x
      if (seen > 2) error stop
    end if
  end team
  sync all
end program p
