! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Atomic subroutines, by handle and by address.
program atomics
  use, intrinsic :: iso_c_binding
  use prif
  implicit none
  integer, parameter :: k = PRIF_ATOMIC_INT_KIND, l = PRIF_ATOMIC_LOGICAL_KIND, rounds = 100
  type(prif_coarray_handle) :: cells
  type(c_ptr) :: memory
  integer(c_intptr_t), pointer :: address
  integer(c_intptr_t), target :: there
  type(prif_coarray_handle) :: addresses
  integer(k) :: old, value
  logical(l) :: flag, was
  integer(c_int) :: me, images, stat, i

  call prif_this_image_no_coarray(this_image=me)
  call prif_num_images(images)
  call allocate_bytes(64_c_size_t, cells, memory)
  call allocate_bytes(8_c_size_t, addresses, memory)
  call c_f_pointer(memory, address)
  call prif_local_data_pointer(cells, memory)
  address = transfer(memory, address)
  call prif_sync_all()
  call prif_get(1_c_int, addresses, 0_c_size_t, c_loc(there), 8_c_size_t)

  do i = 1, rounds
    call prif_atomic_add(1_c_int, cells, 0_c_size_t, 1_k)
    call prif_atomic_add_indirect(1_c_int, there, 2_k, stat)
    call prif_atomic_fetch_add(1_c_int, cells, 0_c_size_t, -1_k, old)
    call check(old >= 2, 'the value before')
  end do
  call prif_sync_all()
  call prif_atomic_ref_int(1_c_int, cells, 0_c_size_t, value, stat)
  call check(stat == 0 .and. value == 2 * rounds * images, 'all additions are there')

  call prif_atomic_or(1_c_int, cells, 8_c_size_t, ishft(1_k, me - 1))
  call prif_sync_all()
  call prif_atomic_ref_int_indirect(1_c_int, there + 8, value)
  call check(value == ishft(1_k, images) - 1, 'a bit of each image')
  call prif_sync_all()
  call prif_atomic_fetch_xor_indirect(1_c_int, there + 8, ishft(1_k, me - 1), old)
  call check(iand(old, ishft(1_k, me - 1)) /= 0, 'the bit was set')
  call prif_sync_all()
  call prif_atomic_fetch_and(1_c_int, cells, 8_c_size_t, 0_k, old)
  call check(old == 0, 'all bits are gone')

  call prif_atomic_define_int(me, cells, 16_c_size_t, 5_k)
  call prif_atomic_cas_int(me, cells, 16_c_size_t, old, 4_k, 9_k)
  call check(old == 5, 'no exchange')
  call prif_atomic_cas_int_indirect(me, address + 16, old, 5_k, 9_k)
  call prif_atomic_ref_int(me, cells, 16_c_size_t, value)
  call check(old == 5 .and. value == 9, 'exchanged')
  call prif_atomic_and(me, cells, 16_c_size_t, 8_k)
  call prif_atomic_xor(me, cells, 16_c_size_t, 3_k)
  call prif_atomic_fetch_or(me, cells, 16_c_size_t, 4_k, old)
  call prif_atomic_ref_int(me, cells, 16_c_size_t, value)
  call check(old == 11 .and. value == 15, 'and, xor, or')

  call prif_atomic_define_logical(me, cells, 24_c_size_t, .true._l)
  call prif_atomic_ref_logical_indirect(me, address + 24, flag)
  call check(logical(flag), 'a logical')
  call prif_atomic_cas_logical(me, cells, 24_c_size_t, was, .true._l, .false._l)
  call prif_atomic_ref_logical(me, cells, 24_c_size_t, flag)
  call check(logical(was) .and. .not. logical(flag), 'a logical is exchanged')
  call by_address(address + 32)
  call prif_atomic_add(me, cells, 4_c_size_t, 1_k, stat)
  call check(stat /= 0, 'not aligned')
  call prif_sync_all()
  call prif_deallocate_coarrays([cells, addresses])
  if (me == 1) print '(a)', 'atomics: done'
contains
  subroutine by_address(cell) ! all others
    integer(c_intptr_t), intent(in) :: cell
    call prif_atomic_define_int_indirect(me, cell, 12_k)
    call prif_atomic_fetch_add_indirect(me, cell, 3_k, old)
    call check(old == 12, 'define, fetch and add')
    call prif_atomic_and_indirect(me, cell, 14_k) ! 15 becomes 14
    call prif_atomic_fetch_and_indirect(me, cell, 6_k, old)
    call check(old == 14, 'fetch and and')
    call prif_atomic_or_indirect(me, cell, 1_k) ! 6 becomes 7
    call prif_atomic_fetch_or_indirect(me, cell, 8_k, old)
    call check(old == 7, 'fetch and or')
    call prif_atomic_xor_indirect(me, cell, 5_k) ! 15 becomes 10
    call prif_atomic_fetch_xor(me, cells, 32_c_size_t, 2_k, old)
    call check(old == 10, 'fetch and exclusive or')
    call prif_atomic_ref_int_indirect(me, cell, value)
    call check(value == 8, 'the last value')
    call prif_atomic_define_logical_indirect(me, cell, .false._l)
    call prif_atomic_cas_logical_indirect(me, cell, was, .false._l, .true._l)
    call prif_atomic_ref_logical(me, cells, 32_c_size_t, flag)
    call check(logical(flag) .and. .not. logical(was), 'logicals')
  end subroutine by_address
  include 'checks.inc'
end program atomics
