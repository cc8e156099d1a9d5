! RACE no; images 4; a team of a team, and an allocation in it
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: team_type
  implicit none
  integer, allocatable :: a(:)[:]
  type(team_type) :: half, one
  integer :: me
  me = this_image()
  form team (1 + (me - 1) / 2, half)
  change team (half)
    allocate (a(4)[*])
    a(1) = 0
    sync all
    if (this_image() == 1) a(1)[2] = me
    form team (this_image(), one)
    change team (one)
    end team
    if (this_image() == 2) then
      if (a(1) /= me - 1) error stop
    end if
    deallocate (a)
  end team
end program p
