! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Values around a ring, within a team whose number module `opencoarrays` returns.
program main
  use, intrinsic :: iso_fortran_env, only: team_type
  use opencoarrays, only: team_number
  use neighbours, only: send_around
  implicit none
  type(team_type) :: league
  integer :: before
  before = mod(this_image() + num_images() - 2, num_images()) + 1
  form team (7, league)
  change team (league)
    if (team_number() /= 7) error stop 'not the number of the team'
    if (send_around(10 * this_image()) /= 10 * before) error stop 'not the value of the image before'
  end team
  if (team_number() /= -1) error stop 'not the number of the initial team'
  sync all
  if (this_image() == 1) print '(a)', 'all came'
end program main
