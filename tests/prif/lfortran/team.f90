! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! A team of the images with odd numbers, and one of the others.
program team
  use iso_fortran_env
  implicit none
  type(team_type) :: half
  integer :: n, members
  n = num_images()
  form team (1 + mod(this_image(), 2), half)
  change team (half)
  members = 1
  call co_sum(members)
  if (members /= num_images()) error stop 3
  if (n > 1 .and. members == n) error stop 4
  end team
  sync team (half)
  if (num_images() /= n) error stop 5
  if (this_image() == 1) print *, "team: done"
end program team
