! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! gfortran 16 passes teams by value. So a team whose variable FORM TEAM has defined anew lives on, since a copy of the
! variable may be left. When there is no memory for another team, such teams are given back, and a copy of one names no
! team any more.
program replaced_teams
  use, intrinsic :: iso_fortran_env, only: team_type
  implicit none (type, external)
  integer, parameter :: few = 5, many = 300 ! there is room for some thirty
  type(team_type) :: t, first
  integer :: me
  integer, target :: code ! without TARGET gfortran 16 takes it as it was before the statement

  me = this_image()
  form team (1 + mod(me, 2), t)
  sync team (t)
  first = t
  call form_again(few)
  change team (first, stat=code)
    if (code /= 0 .or. team_number() /= 1 + mod(me, 2)) error stop 'a copy whose team is kept'
  end team
  call form_again(many)
  sync team (first, stat=code)
  if (code == 0) error stop 'a copy whose team has been given back'
  change team (t)
    if (team_number() /= 3 + mod(me, 2)) error stop 'the last team'
  end team
  if (me == 1) print '(a)', 'done'

contains

  subroutine form_again(times)
    integer, intent(in) :: times
    integer :: i
    do i = 1, times
      form team (3 + mod(me, 2), t)
      change team (t)
        sync all
      end team
    end do
  end subroutine form_again

end program replaced_teams
