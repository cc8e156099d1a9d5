! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! A coindexed object with `team=` names an image of that team, whatever the current team is. (GCC 12
! passes the team of puts only.)
program team_put
  use, intrinsic :: iso_fortran_env, only: team_type
  implicit none (type, external)
  type(team_type) :: halves, all_images
  integer, save :: x(4)[*], list(3)[*]
  integer :: me, next, previous

  me = this_image()
  next = mod(me, num_images()) + 1
  previous = mod(me + num_images() - 2, num_images()) + 1
  x = 0
  list = 0
  form team (1, all_images)
  form team (mod(me, 2) + 1, halves)
  sync all
  change team (halves)
    x(2)[next, team=all_images] = me
    list(3:1:-1)[next, team=all_images] = [me, 2*me, 3*me]
    x(1)[1] = 100 + mod(me, 2)
  end team
  sync all
  if (x(2) /= previous) error stop 'put of a scalar'
  if (any(list /= previous*[3, 2, 1])) error stop 'put of a section'
  if (me <= 2 .and. x(1) /= 100 + mod(me, 2)) error stop 'put in the current team'
end program team_put
