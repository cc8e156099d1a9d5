! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! A balance on image 1 that all images change: under a lock, in a critical construct, and by atomic additions.
program locks
  use, intrinsic :: iso_fortran_env, only: lock_type, atomic_int_kind
  implicit none
  integer, parameter :: rounds = 200
  type(lock_type) :: guard[*]
  integer :: by_lock[*], by_critical[*], i, expected
  integer(atomic_int_kind) :: by_atomic[*], atomic_result
  by_lock = 0
  by_critical = 0
  call atomic_define(by_atomic, 0)
  sync all
  do i = 1, rounds
    lock (guard[1])
    by_lock[1] = by_lock[1] + 1
    unlock (guard[1])
    critical
      by_critical[1] = by_critical[1] + 1
    end critical
    call atomic_add(by_atomic[1], 1)
  end do
  sync all
  if (this_image() == 1) then
    call atomic_ref(atomic_result, by_atomic)
    expected = rounds * num_images()
    print '(a,3(1x,i0))', 'lock, critical, atomic:', by_lock, by_critical, atomic_result
    if (any([by_lock, by_critical, int(atomic_result)] /= expected)) error stop 'an addition was lost'
  end if
end program locks
