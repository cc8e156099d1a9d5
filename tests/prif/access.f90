! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Put and get in all forms; within an image source and target may overlap; what STAT= and ERRMSG= report.
program access
  use, intrinsic :: iso_c_binding
  use prif
  implicit none
  integer(c_size_t), parameter :: four = 4
  integer, parameter :: n = 12
  type(prif_coarray_handle) :: row, addresses
  type(c_ptr) :: memory, local
  integer(c_int), pointer :: data(:), own(:)
  integer(c_int), target :: buffer(n)
  integer(c_intptr_t), pointer :: address
  integer(c_intptr_t), target :: there
  integer(c_int) :: me, images, next, before, stat, i
  character(len=100) :: message
  character(len=:), allocatable :: long

  call prif_this_image_no_coarray(this_image=me)
  call prif_num_images(images)
  next = merge(1, me + 1, me == images)
  before = merge(images, me - 1, me == 1)
  call allocate_bytes(n * four, row, memory)
  call c_f_pointer(memory, data, [n])
  call allocate_bytes(8_c_size_t, addresses, memory)
  call c_f_pointer(memory, address)
  call prif_allocate(n * four, local) ! its place differs from image to image
  call c_f_pointer(local, own, [n])
  address = transfer(local, address)
  data = [(100 * me + i, i = 1, n)]
  own = -data
  call prif_sync_all()

  call prif_get(next, row, 0_c_size_t, c_loc(buffer), n * four)
  call check(all(buffer == [(100 * next + i, i = 1, n)]), 'get')
  call prif_get(next, addresses, 0_c_size_t, c_loc(there), 8_c_size_t)
  call prif_get_indirect(next, there + 8, c_loc(buffer), 2 * four)
  call check(all(buffer(:2) == [-100 * next - 3, -100 * next - 4]), 'get by address')
  buffer = 0
  call prif_get_strided(next, row, 11 * four, [-8_c_ptrdiff_t, -4_c_ptrdiff_t], c_loc(buffer), &
                        [4_c_ptrdiff_t, 12_c_ptrdiff_t], four, [3_c_size_t, 2_c_size_t])
  call check(all(buffer(:6) == 100 * next + [12, 10, 8, 11, 9, 7]), 'get backwards in two dimensions')
  call prif_get_strided_indirect(next, there, [16_c_ptrdiff_t], c_loc(buffer), [4_c_ptrdiff_t], four, [3_c_size_t])
  call check(all(buffer(:3) == -100 * next - [1, 5, 9]), 'get with strides by address')
  call prif_sync_all()

  buffer = [(1000 * me + i, i = 1, n)]
  call prif_put(next, row, four, c_loc(buffer), 3 * four)
  call prif_put_strided(next, row, 5 * four, [8_c_ptrdiff_t], c_loc(buffer(9)), [-4_c_ptrdiff_t], four, [3_c_size_t])
  call prif_put_indirect(next, there, c_loc(buffer(5)), four)
  call prif_put_strided_indirect(next, there + 44, [-4_c_ptrdiff_t], c_loc(buffer), [8_c_ptrdiff_t], four, [2_c_size_t])
  call prif_sync_all()
  call check(all(data(2:4) == 1000 * before + [1, 2, 3]), 'put')
  call check(all(data([6, 8, 10]) == 1000 * before + [9, 8, 7]) .and. data(7) == 100 * me + 7, 'put with strides')
  call check(own(1) == 1000 * before + 5, 'put by address')
  call check(all(own([12, 11]) == 1000 * before + [1, 3]), 'put with strides by address')

  data = [(i, i = 1, n)] ! within this image
  call prif_put(me, row, four, c_loc(data(1)), 6 * four)
  call check(all(data(:8) == [1, 1, 2, 3, 4, 5, 6, 8]), 'a put over its own source')
  data = [(i, i = 1, n)]
  call prif_put_strided(me, row, 0_c_size_t, [4_c_ptrdiff_t], c_loc(data(6)), [-4_c_ptrdiff_t], four, [6_c_size_t])
  call check(all(data(:6) == [6, 5, 4, 3, 2, 1]), 'turned round in place')
  call prif_get_strided(me, row, 0_c_size_t, [4_c_ptrdiff_t], c_loc(data(6)), [-4_c_ptrdiff_t], four, [6_c_size_t])
  call check(all(data(:6) == [1, 2, 3, 4, 5, 6]), 'and back')

  call prif_put(images + 1_c_int, row, 0_c_size_t, c_loc(buffer), four, stat, message)
  call check(stat /= 0 .and. index(message, 'there is no image') > 0, 'an image that is none: ' // message)
  call prif_get(next, row, n * four, c_loc(buffer), four, stat, errmsg_alloc=long)
  call check(stat /= 0 .and. len(long) > 20, 'behind the end')
  call prif_put_strided(next, row, 0_c_size_t, [4_c_ptrdiff_t], c_loc(buffer), [4_c_ptrdiff_t], four, &
                        [2_c_size_t, 2_c_size_t], stat)
  call check(stat /= 0, 'two extents and one stride')
  call prif_get(next, row, 0_c_size_t, c_loc(buffer), four, stat)
  call check(stat == 0, 'STAT= is 0 again')
  call prif_deallocate(local)
  call prif_deallocate(local, stat)
  call check(stat /= 0, 'deallocated twice')
  call prif_allocate(ishft(1_c_size_t, 60), local, stat, message)
  call check(stat == PRIF_STAT_OUT_OF_MEMORY .and. .not. c_associated(local), 'no such memory: ' // message)
  call prif_deallocate_coarrays([row, addresses])
  if (me == 1) print '(a)', 'access: done'
contains
  include 'checks.inc'
end program access
