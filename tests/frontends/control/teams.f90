! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Teams: form, change, nested, coarrays of a team and of its parent, numbers, synchronisation, collectives within.
program teams
  use, intrinsic :: iso_fortran_env, only: team_type
  implicit none (type)
  type(team_type) :: half, again, single, third
  integer :: x[*], me, n, total, i, members
  integer, allocatable :: y(:)[:]
  me = this_image()
  n = num_images()
  x = me
  if (team_number() /= -1) error stop 'the initial team is -1'
  form team (1 + mod(me, 2), half)
  members = merge(n / 2, (n + 1) / 2, mod(me, 2) == 0)
  change team (half)
    if (team_number() /= 1 + mod(me, 2)) error stop 'team_number'
    if (num_images() /= members) error stop 'num_images in a team'
    if (this_image() /= (me + 1) / 2) error stop 'this_image in a team'
    total = me
    call co_sum(total)
    if (total /= sum([(i, i = merge(2, 1, mod(me, 2) == 0), n, 2)])) error stop 'co_sum in a team'
    allocate(y(10 + mod(me, 2) * 5)[*])
    y = me
    sync all
    i = num_images()
    if (any(y(:)[i] /= merge(2, 1, mod(me, 2) == 0) + 2 * (i - 1))) error stop 'a coarray of the team'
    sync all
    form team (this_image(), single)
    change team (single)
      if (num_images() /= 1 .or. this_image() /= 1) error stop 'a team of one'
      sync all
    end team
    form team (1, again)   ! all members of half
    change team (again)
      total = 1
      call co_sum(total)
      if (total /= members) error stop 'a team within a team'
    end team
    deallocate(y)
  end team
  sync team (half)
  if (num_images() /= n .or. this_image() /= me) error stop 'end team'
  if (x[merge(1, me + 1, me == n)] /= merge(1, me + 1, me == n)) error stop 'a coarray of the parent'
  do i = 1, 20
    form team (1 + mod(me, 3), third)
    change team (third)
      sync all
    end team
  end do
end program teams
