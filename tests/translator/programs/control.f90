! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Image control: sync, events, locks, critical, atomics, collectives, allocation at the end of procedures, RETURN.
module control_m
  use, intrinsic :: iso_fortran_env, only: event_type, lock_type, atomic_int_kind
  implicit none
  type(event_type), save :: ready(2)[*]
  type(lock_type), save :: guard[*]
  integer(atomic_int_kind), save :: counter[*] = 0
contains
  subroutine temporary(k, early)
    integer, intent(in) :: k
    logical, intent(in) :: early
    integer, allocatable :: work(:)[:]
    allocate (work(k)[*])
    work = this_image()*k
    sync all
    print '(a,i0,1x,i0)', 'work ', this_image(), work(k)[num_images()]
    if (early) return
    sync all
    work(1)[1] = 0
  end subroutine
end module

program control
  use control_m
  implicit none
  integer :: me, n, next, prev, k, count, old, box[*], other[*], total, status
  real(8) :: r(3)
  character(len=4) :: word
  logical :: mine
  me = this_image(); n = num_images(); next = mod(me, n) + 1; prev = mod(me + n - 2, n) + 1
  box = 0
  other = 0
  sync all
  box[next] = 100 + me
  event post (ready(2)[next])
  event wait (ready(2))
  print '(a,i0,1x,i0)', 'event ', me, box
  sync all
  do k = 1, 3
    event post (ready(1)[next], stat=status)
  end do
  event wait (ready(1), until_count=2)
  sync all
  call event_query(ready(1), count)
  print '(a,3(i0,1x))', 'query ', me, count, status
  sync images (*)
  if (me == 1) then
    box = 0
  end if
  if (n > 2) then
    sync images ([next, prev], stat=status)
  end if
  sync all
  do k = 1, 10
    lock (guard[1])
    box[1] = box[1] + 1
    unlock (guard[1])
    critical
      other[1] = other[1] + 1
    end critical
    call atomic_add(counter[n], 2)
  end do
  sync all
  if (me == 1) print '(a,2(i0,1x))', 'locked ', box, other
  if (me == n) then
    call atomic_ref(old, counter)
    print '(a,i0)', 'atomic ', old
  end if
  sync all
  call atomic_fetch_add(counter[1], 1, old)
  sync all
  call atomic_define(counter[me], 7)
  sync all
  lock (guard[me], acquired_lock=mine)
  if (mine) unlock (guard[me])
  call atomic_cas(counter, old, 7, 9)
  print '(a,3(i0,1x),l1)', 'cas ', me, old, counter, mine
  total = me
  r = [1.5d0, 2d0, 3d0]*me
  word = char(iachar('a') + me)
  call co_sum(total)
  call co_max(r(1:3:2), result_image=1)
  if (me > 1) r = 0
  call co_broadcast(r, source_image=1)
  call co_min(word)
  print '(a,2(i0,1x),3f6.1,1x,a)', 'collective ', me, total, r, word
  call temporary(3, .false.)
  call temporary(5, .true.)
  sync memory
  print '(a,i0)', 'end ', me
end program
