! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The last image fails while it holds a lock: what the others learn.
program failing
  use, intrinsic :: iso_c_binding
  use prif
  implicit none
  type(prif_coarray_handle) :: guard, row
  type(c_ptr) :: memory
  integer(c_int), allocatable :: list(:)
  integer(c_int), target :: value
  integer(c_int) :: me, images, stat, status
  character(len=:), allocatable :: message

  call prif_this_image_no_coarray(this_image=me)
  call prif_num_images(images)
  call allocate_bytes(8_c_size_t, guard, memory)
  call allocate_bytes(8_c_size_t, row, memory)
  call prif_sync_all(stat)
  call check(stat == 0, 'all are there')
  if (me == images) then
    call prif_lock(1_c_int, guard, 0_c_size_t)
    call prif_fail_image()
  end if
  do
    call prif_image_status(images, image_status=status)
    if (status /= 0) exit
  end do
  call check(status == PRIF_STAT_FAILED_IMAGE, 'IMAGE_STATUS')
  call prif_sync_all(stat, errmsg_alloc=message)
  call check(stat == PRIF_STAT_FAILED_IMAGE .and. len(message) > 10, 'SYNC ALL')
  call prif_failed_images(failed_images=list)
  call check(size(list) == 1, 'FAILED_IMAGES')
  call check(list(1) == images, 'FAILED_IMAGES names the last')
  call prif_put(images, row, 0_c_size_t, c_loc(value), 4_c_size_t, stat)
  call check(stat == PRIF_STAT_FAILED_IMAGE, 'a put to it')
  call prif_put(images, row, 0_c_size_t, c_loc(value), 4_c_size_t) ! is dropped
  call prif_lock(1_c_int, guard, 0_c_size_t, stat=stat)
  call check(stat == PRIF_STAT_UNLOCKED_FAILED_IMAGE .or. stat == 0, 'its lock is free')
  call prif_unlock(1_c_int, guard, 0_c_size_t)
  call prif_sync_memory(stat)
  call check(stat == PRIF_STAT_FAILED_IMAGE, 'the dropped put is told now')
  if (me == 1) print '(a)', 'failing: done'
contains
  include 'checks.inc'
end program failing
