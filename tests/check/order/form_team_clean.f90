! RACE no; images 2; FORM TEAM
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: team_type
  implicit none
  integer :: x[*]
  type(team_type) :: team
  x = 0
  sync all
  if (this_image() == 1) x[2] = 5
  form team (1, team)
  if (this_image() == 2 .and. x /= 5) error stop
end program p
