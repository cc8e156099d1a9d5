! RACE yes; pair sync_team.f90:12 sync_team.f90:15; images 4; SYNC TEAM with a team of which the other image is no member
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
  sync team (half)
  if (me == 3) then
    seen = x
    if (seen > 2) error stop
  end if
  sync all
end program p
