! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Events and notify variables: counts, order, every form of a notifying put, and variables that are allocated and
! deallocated more often than an image has room for at one time.
program events
  use, intrinsic :: iso_c_binding
  use prif
  implicit none
  integer(c_size_t), parameter :: four = 4, eight = 8
  integer, parameter :: many = 66000 ! more than the slots of an image
  type(prif_coarray_handle) :: posted, came, row
  type(c_ptr) :: memory, event, notify, cells
  integer(c_int), pointer :: data(:)
  integer(c_int), target :: value(4)
  integer(c_intptr_t), pointer :: addresses(:)
  integer(c_intptr_t), target :: there, notify_there
  type(prif_coarray_handle) :: address_row
  integer(c_int64_t) :: count
  integer(c_int) :: me, images, next, stat, i
  character(len=:), allocatable :: message

  call prif_this_image_no_coarray(this_image=me)
  call prif_num_images(images)
  next = merge(1, me + 1, me == images)
  call allocate_bytes(2 * eight, posted, event)
  call allocate_bytes(eight, came, notify)
  call allocate_bytes(4 * four, row, cells)
  call c_f_pointer(cells, data, [4])
  data = 0
  call allocate_bytes(2 * eight, address_row, memory)
  call c_f_pointer(memory, addresses, [2])
  addresses = [transfer(cells, there), transfer(notify, there)]
  call prif_event_query(event, count)
  call check(count == 0, 'no event at first')
  call prif_sync_all()

  do i = 1, images
    call prif_event_post(i, posted, 0_c_size_t)
  end do
  call prif_event_post_indirect(me, transfer(event, there))
  call prif_event_wait(event, int(images + 1, c_int64_t), stat)
  call check(stat == 0, 'one from each image, and one by address')
  call prif_event_query(event, count)
  call check(count == 0, 'all are taken')
  call prif_event_post(images + 1_c_int, posted, 0_c_size_t, stat, errmsg_alloc=message)
  call check(stat /= 0 .and. index(message, 'there is no image') > 0, 'no such image')
  call prif_sync_all()

  call prif_get(next, address_row, 0_c_size_t, c_loc(there), eight)
  call prif_get(next, address_row, eight, c_loc(notify_there), eight)
  value = [1, 2, 3, 4] * me
  call prif_put_with_notify(next, row, 0_c_size_t, c_loc(value(1)), four, came, 0_c_size_t)
  call prif_put_with_notify_indirect(next, row, four, c_loc(value(2)), four, notify_there)
  call prif_put_indirect_with_notify(next, there + 8, c_loc(value(3)), four, came, 0_c_size_t)
  call prif_put_indirect_with_notify_indirect(next, there + 12, c_loc(value(4)), four, notify_there)
  call prif_notify_wait(notify, 4_c_int64_t)
  i = merge(images, me - 1, me == 1)
  call check(all(data == [1, 2, 3, 4] * i), 'four puts have come with their notifications')
  call prif_sync_all()

  value = [10, 20, 30, 40] * me
  call prif_put_strided_with_notify(next, row, 12_c_size_t, [-4_c_ptrdiff_t], c_loc(value(1)), [4_c_ptrdiff_t], four, &
                                    [2_c_size_t], came, 0_c_size_t)
  call prif_put_strided_with_notify_indirect(next, row, four, [-4_c_ptrdiff_t], c_loc(value(3)), [4_c_ptrdiff_t], four, &
                                             [2_c_size_t], notify_there)
  call prif_notify_wait(notify, 2_c_int64_t)
  call check(all(data == [40, 30, 20, 10] * i), 'two strided puts backwards')
  call prif_sync_all()
  call prif_put_strided_indirect_with_notify(next, there, [8_c_ptrdiff_t], c_loc(value(1)), [8_c_ptrdiff_t], four, &
                                             [2_c_size_t], came, 0_c_size_t)
  call prif_put_strided_indirect_with_notify_indirect(next, there + 4, [8_c_ptrdiff_t], c_loc(value(2)), [8_c_ptrdiff_t], four, &
                                                      [2_c_size_t], notify_there)
  call prif_notify_wait(notify, 2_c_int64_t)
  call check(all(data == [10, 20, 30, 40] * i), 'two strided puts by address')
  call prif_event_query(event, count)
  call check(count == 0, 'an event is no notify variable')
  call prif_event_post(me, posted, eight)
  call prif_event_query(event, count)
  call check(count == 0, 'the second event is another one')
  call prif_sync_all()
  call prif_deallocate_coarrays([posted, came, row, address_row])
  if (images <= 2) call allocate_many()
  if (me == 1) print '(a)', 'events: done'
contains
  subroutine allocate_many()
    integer :: round
    do round = 1, many
      call allocate_bytes(eight, posted, event)
      call prif_event_query(event, count)
      if (count /= 0) call check(.false., 'a new event has no posts of an old one')
      call prif_event_post(me, posted, 0_c_size_t)
      call prif_deallocate_coarray(posted)
    end do
  end subroutine allocate_many
  include 'checks.inc'
end program events
