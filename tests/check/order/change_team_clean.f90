! RACE no; images 4; CHANGE TEAM
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: team_type
  implicit none
  integer :: x[*], me
  type(team_type) :: half
  me = this_image()
  x = 0
  form team (1 + (me - 1) / 2, half)
  if (mod(me, 2) == 1) x[me + 1] = me
  change team (half)
  end team
  if (mod(me, 2) == 0 .and. x /= me - 1) error stop
  sync all
end program p
