! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Every atomic subroutine, all images on one location.
program atomics
  use, intrinsic :: iso_fortran_env, only: atomic_int_kind, atomic_logical_kind
  implicit none (type)
  integer(atomic_int_kind) :: a[*], bits[*], value, old, seen
  logical(atomic_logical_kind) :: flag[*], was
  integer :: me, n, i, st
  me = this_image()
  n = num_images()
  a = 0
  bits = 0
  flag = .false.
  sync all
  do i = 1, 1000
    call atomic_add(a[1], 1)
  end do
  call atomic_or(bits[1], ishft(1, me))
  sync all
  call atomic_ref(value, a[1])
  if (value /= 1000 * n) error stop 'atomic_add'
  call atomic_ref(value, bits[1], stat=st)
  if (value /= 2 * (2**n - 1) .or. st /= 0) error stop 'atomic_or'
  sync all
  call atomic_xor(bits[1], ishft(1, me))
  sync all
  call atomic_ref(value, bits[1])
  if (value /= 0) error stop 'atomic_xor'
  sync all
  call atomic_define(bits[me], 7)
  call atomic_fetch_and(bits[me], 5, old)
  call atomic_fetch_or(bits[me], 8, value)
  call atomic_fetch_xor(bits[me], 1, seen)
  if (old /= 7 .or. value /= 5 .or. seen /= 13 .or. bits /= 12) error stop 'fetching forms'
  call atomic_fetch_add(bits[me], -2, old)
  if (old /= 12 .or. bits /= 10) error stop 'atomic_fetch_add'
  call atomic_and(bits[me], 2)
  if (bits /= 2) error stop 'atomic_and'
  sync all
  call atomic_define(a[1], 0)
  sync all
  call atomic_cas(a[1], old, 0, me)
  sync all
  call atomic_ref(value, a[1])
  if (value < 1 .or. value > n) error stop 'atomic_cas'
  if ((old == 0) .neqv. (value == me)) error stop 'atomic_cas: which image won'
  call atomic_define(flag[me], .true.)
  call atomic_ref(was, flag[me])
  if (.not. was) error stop 'logical atomics'
  call atomic_add(a[n + 1], 1, stat=st)
  if (st == 0) error stop 'an atomic on no image'
  sync all
end program
