! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! CHANGE TEAM gives coarrays other names, with and without a descriptor.
! The other forms of GCC 16: NEW_INDEX=, GET_TEAM, teams of image selectors and of image functions,
! and stat= for teams that no CHANGE TEAM has entered.
program associated_names
  use, intrinsic :: iso_fortran_env, only: team_type, parent_team, initial_team, current_team
  implicit none
  integer :: a(10)[*], me, i, code, of_team
  integer, allocatable :: b(:)[:]
  type(team_type) :: team, other, parent

  me = this_image()
  allocate (b(5)[*])
  a = [(100 * me + i, i = 1, 10)]
  b = me
  sync all
  parent = get_team()
  form team (2 - mod(me, 2), team, new_index=num_images() / 2 + 1 - (me + 1) / 2 + mod(num_images() * me, 2))
  form team (7, other)
  of_team = me
  change team (team, x[*] => a, y[*] => b)
    i = num_images()
    call check(this_image(parent) == of_team .and. num_images(parent) >= i, 'a team argument')
    call check(x(3)[this_image()] == 100 * of_team + 3, 'this image under another name')
    call check(mod(x(3)[i] / 100, 2) == mod(of_team, 2), 'an image under another name')
    call check(y(2)[i] == x(3)[i] / 100, 'another name of an allocatable array')
    call check(a(2)[of_team, team=get_team(parent_team)] == 100 * of_team + 2, 'the parent team')
    call check(a(2)[of_team, team=get_team(initial_team)] == 100 * of_team + 2, 'the initial team')
    code = 0
    i = x(4)[1, team=other, stat=code]
    call check(code /= 0, 'a team that is not entered')
    code = 0
    i = x(4)[1, team_number=99, stat=code]
    call check(code /= 0, 'a number of no team')
    sync team (team)
    associate (last => num_images())
      if (this_image() == 1) then
        x(9)[last] = -1
      end if
    end associate
    sync team (team)
    if (this_image() == num_images()) call check(x(9) == -1 .and. a(9) == -1, 'a put by a name')
  end team
  sync all

contains

  subroutine check(is_right, what)
    logical, intent(in) :: is_right
    character(*), intent(in) :: what
    if (.not. is_right) then
      print '(a, i0, 2a)', 'image ', me, ': wrong: ', what
      error stop 1
    end if
  end subroutine
end program associated_names
