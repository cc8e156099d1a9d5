! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Teams as far as gfortran's own ABI has them: nested, selectors, coarrays of the team, collectives, locks, critical.
module teams_m
  use, intrinsic :: iso_fortran_env, only: team_type, event_type, lock_type
  implicit none
  type(event_type), save :: came[*]
  type(lock_type), save :: guard[*]
  integer, allocatable :: shared(:)[:]
contains
  subroutine work(me)
    integer, intent(in) :: me
    integer :: n, next
    n = num_images(); next = mod(this_image(), n) + 1
    allocate (shared(2 + n)[*])
    shared = me
    sync all
    print '(a,9(i0,1x))', 'shared ', me, this_image(), n, shared(1)[next], size(shared)
    sync images (*)
    shared(1)[next] = -me
    sync all
    print '(a,9(i0,1x))', 'put ', me, shared(1:2)
    deallocate (shared)
  end subroutine
end module

program teams
  use teams_m
  implicit none
  type(team_type) :: half, one
  integer :: me, n, x(3)[*], total, k, counter[*]
  me = this_image(); n = num_images()
  x = [me, 10*me, 100*me]
  counter = 0
  sync all
  form team (1 + mod(me, 2), half)
  change team (half)
    total = me
    call co_sum(total)
    print '(a,9(i0,1x))', 'in half ', me, this_image(), num_images(), total, team_number()
    print '(a,9(i0,1x))', 'of the parent ', me, x(2)[num_images()], x(1:3)[1]
    call work(me)
    do k = 1, 5
      critical
        counter[1] = counter[1] + 1
      end critical
    end do
    sync all
    if (this_image() == 1) print '(a,9(i0,1x))', 'counted ', me, counter
    event post (came[mod(this_image(), num_images()) + 1])
    event wait (came)
    lock (guard[1])
    unlock (guard[1])
    form team (this_image(), one)
    change team (one)
      total = me
      call co_max(total, result_image=1)
      print '(a,9(i0,1x))', 'alone ', me, this_image(), num_images(), total, team_number(), x(3)[1]
    end team
    call co_broadcast(x, source_image=num_images())
  end team
  sync team (half)
  print '(a,9(i0,1x))', 'after ', me, this_image(), num_images(), x, team_number()
end program
