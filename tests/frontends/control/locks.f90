! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Locks and critical sections exclude each other; acquired_lock, stat values, arrays of locks.
program locks
  use, intrinsic :: iso_fortran_env, only: lock_type, stat_locked, stat_locked_other_image, stat_unlocked
  implicit none (type)
  type(lock_type) :: l[*], several(4)[*]
  integer :: counter[*], copy, me, n, i, st
  logical :: got
  character(80) :: text
  me = this_image()
  n = num_images()
  counter = 0
  sync all
  do i = 1, 500
    lock (l[1])
    copy = counter[1]
    counter[1] = copy + 1
    unlock (l[1])
  end do
  sync all ! the lock and the critical section do not exclude each other
  do i = 1, 200
    critical
      copy = counter[1]
      counter[1] = copy + 1
    end critical
  end do
  sync all
  if (counter[1] /= 700 * n) error stop 'exclusion'
  lock (several(2)[me])
  lock (several(2)[me], stat=st, errmsg=text)
  if (st /= stat_locked) error stop 'stat_locked'
  unlock (several(2)[me])
  st = 0
  unlock (several(2)[me], stat=st, errmsg=text)
  ! gfortran's STAT_UNLOCKED is 0, which would say that all went well: it is 7002 then
  if (st /= merge(7002, stat_unlocked, stat_unlocked == 0) .or. index(text, 'not locked') == 0) error stop 'unlocking twice'
  sync all
  if (me == 1) lock (several(4)[n])
  sync all
  if (me == 2) then
    lock (several(4)[n], acquired_lock=got)
    if (got) error stop 'acquired what another image holds'
    unlock (several(4)[n], stat=st)
    if (st /= stat_locked_other_image) error stop 'stat_locked_other_image'
  end if
  sync all
  if (me == 1) unlock (several(4)[n])
  sync all
  if (me == n) then
    lock (several(4)[n], acquired_lock=got)
    if (.not. got) error stop 'a free lock was not acquired'
    unlock (several(4)[n])
  end if
  lock (l[n + 1], stat=st, errmsg=text)
  if (st == 0 .or. index(text, 'no image') == 0) error stop 'a lock on no image'
end program
