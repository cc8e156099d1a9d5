! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Locks: one holder at a time, locks of different images are different, and what STAT= reports.
program locks
  use, intrinsic :: iso_c_binding
  use prif
  implicit none
  integer(c_size_t), parameter :: lock_bytes = 8
  integer, parameter :: rounds = 200
  type(prif_coarray_handle) :: guard, counter
  type(c_ptr) :: memory
  integer(c_int), target :: value
  integer(c_int), pointer :: count
  integer(c_int) :: me, images, stat, next, i
  integer(c_intptr_t) :: address
  logical(c_bool) :: acquired
  character(len=80) :: message

  call prif_this_image_no_coarray(this_image=me)
  call prif_num_images(images)
  call allocate_bytes(2 * lock_bytes, guard, memory)
  address = transfer(memory, address)
  call allocate_bytes(4_c_size_t, counter, memory)
  call c_f_pointer(memory, count)
  count = 0
  call prif_sync_all()

  do i = 1, rounds ! get and put are not atomic together
    call prif_lock(1_c_int, guard, lock_bytes)
    call prif_get(1_c_int, counter, 0_c_size_t, c_loc(value), 4_c_size_t)
    value = value + 1
    call prif_put(1_c_int, counter, 0_c_size_t, c_loc(value), 4_c_size_t)
    call prif_unlock(1_c_int, guard, lock_bytes)
  end do
  call prif_sync_all()
  if (me == 1) call check(count == rounds * images, 'all increments are there')

  call prif_lock_indirect(me, address) ! the same lock by its address
  next = merge(1, me + 1, me == images)
  call prif_lock(me, guard, 0_c_size_t, stat=stat, errmsg=message)
  call check(stat == PRIF_STAT_LOCKED .and. index(message, 'LOCK') > 0, 'this image has it already: ' // message)
  call prif_unlock(me, guard, 0_c_size_t)
  call prif_unlock(me, guard, 0_c_size_t, stat=stat)
  call check(stat == PRIF_STAT_UNLOCKED, 'no image has it')
  call prif_sync_all()

  call prif_lock(me, guard, 0_c_size_t)
  call prif_sync_all()
  if (next /= me) then
    call prif_lock(next, guard, 0_c_size_t, acquired_lock=acquired)
    call check(.not. acquired, 'the next image has its own lock')
    call prif_unlock(next, guard, 0_c_size_t, stat=stat)
    call check(stat == PRIF_STAT_LOCKED_OTHER_IMAGE, 'another image has it')
    call prif_lock(next, guard, lock_bytes, acquired_lock=acquired)
    call check(logical(acquired), 'the second lock of the next image is free')
    call prif_unlock(next, guard, lock_bytes, stat=stat)
    call check(stat == 0, 'unlocked')
  end if
  call prif_sync_all()
  call prif_unlock_indirect(me, address)
  call prif_deallocate_coarrays([guard, counter])
  if (me == 1) print '(a)', 'locks: done'
contains
  include 'checks.inc'
end program locks
