! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Odd and even images work apart, each team with its own sum and its own coarray.
program teams
  use, intrinsic :: iso_fortran_env, only: team_type
  implicit none
  type(team_type) :: parity
  integer :: total
  integer, allocatable :: x[:]
  form team (1 + mod(this_image(), 2), parity)
  total = this_image()
  change team (parity)
    call co_sum(total)
    allocate(x[*])
    x = total
    sync all
    if (x[num_images()] /= total) error stop 'a team member has another sum'
    if (this_image() == 1) print '(a,i0,a,i0,a,i0)', 'team ', team_number(), ' of ', num_images(), ' images: ', total
    deallocate(x)
  end team
end program teams
