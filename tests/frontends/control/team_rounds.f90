! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Teams that are formed again and again in the same variables take no more memory than a few.
program team_rounds
  use, intrinsic :: iso_fortran_env, only: team_type
  implicit none (type)
  integer, parameter :: rounds = 2000
  type(team_type) :: halves, inner, kept
  integer :: i, n, me, total
  integer, allocatable :: x(:)[:]
  me = this_image()
  n = num_images()
  form team (1, kept) ! lives through all rounds
  do i = 1, rounds
    form team (1 + mod(me + i / 3, 2), halves)
    change team (halves)
      total = 1
      call co_sum(total)
      if (total /= num_images()) error stop 'co_sum in the team'
      if (mod(i, 10) == 0) then
        form team (this_image(), inner)
        change team (inner)
          if (num_images() /= 1) error stop 'the inner team'
        end team
      end if
      if (mod(i, 100) == 0) then
        allocate (x(10)[*])
        x = me
        deallocate (x)
      end if
    end team
    if (mod(i, 50) == 0) then
      change team (kept)
        if (num_images() /= n) error stop 'the team that was kept'
      end team
    end if
  end do
  if (me == 1) print '(a)', 'done'
end program
