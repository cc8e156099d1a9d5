! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! STAT= of LOCK and UNLOCK: zero when they succeed, and the constants where this image or another one has the lock.
program statuses_locks
  use, intrinsic :: iso_fortran_env, only: lock_type, stat_locked, stat_locked_other_image, stat_unlocked
  implicit none
  type(lock_type) :: gate(0:3)[*]
  integer :: me, n, k, code, turns[*] = 0
  logical :: is_mine
  character(80) :: message
  me = this_image()
  n = num_images()
  if (stat_locked == 0 .or. stat_locked == stat_locked_other_image) error stop 'the constants are alike'
  do k = 1, n
    code = 99
    lock (gate(1)[k], stat=code, errmsg=message)
    if (code /= 0) error stop 'not locked'
    turns[k] = turns[k] + 1
    code = 99
    unlock (gate(1)[k], stat=code)
    if (code /= 0) error stop 'not unlocked'
  end do
  sync all
  if (turns /= n) error stop 'another number of turns'
  code = 99
  lock (gate(0)[me], acquired_lock=is_mine, stat=code)
  if (code /= 0 .or. .not. is_mine) error stop 'not acquired'
  message = 'as before'
  lock (gate(0), stat=code, errmsg=message)
  if (code /= stat_locked .or. message == 'as before') error stop 'locked twice'
  sync all
  if (n > 1) then
    k = merge(1, me + 1, me == n)
    is_mine = .true.
    lock (gate(0)[k], acquired_lock=is_mine, stat=code)
    if (code /= 0 .or. is_mine) error stop 'acquired what is locked'
    unlock (gate(0)[k], stat=code)
    if (code /= stat_locked_other_image) error stop 'unlocked what another image has'
  end if
  sync all
  unlock (gate(0), stat=code)
  if (code /= 0) error stop 'its own is not unlocked'
  unlock (gate(3), stat=code)
  if (code /= stat_unlocked .and. stat_unlocked /= 0) error stop 'unlocked what nobody has'
  sync all
  if (me == 1) print '(a)', 'ok'
end program
