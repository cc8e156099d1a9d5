! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! All atomic subroutines, on static, allocatable and component variables, of this image and of others.
program atomics
  use iso_fortran_env, only: atomic_int_kind, atomic_logical_kind
  implicit none
  type counters
    integer(atomic_int_kind) :: i = 0, j(3) = 0
    logical(atomic_logical_kind) :: l = .false.
  end type
  type(counters) :: c[*]
  integer(atomic_int_kind) :: s(4)[*] = 0, old(4), x
  integer(atomic_int_kind), allocatable :: w(:)[:]
  logical(atomic_logical_kind) :: is_set
  integer :: me, n, k, status
  me = this_image()
  n = num_images()
  allocate (w(6)[*])
  w = 0
  w(2) = -1
  sync all
  do k = 1, 20
    call atomic_add(c[1]%i, me)
    call atomic_fetch_add(c[n]%j(2), 1, x)
    call atomic_add(w(3)[1], k)
  end do
  call atomic_or(w(1)[n], 2**me)
  call atomic_and(w(2)[n], not(2**me), status)
  call atomic_xor(w(4)[1], 2**me)
  call atomic_xor(s(4), 6)
  call atomic_or(s(2), 5)
  sync all
  call atomic_ref(x, c[1]%i)
  print '(a,*(1x,i0))', 'added', x, c[n]%j(2), w(3)[1], status
  call atomic_ref(x, w(1)[n], status)
  print '(a,*(1x,i0))', 'bits', x, w(2)[n], w(4)[1], s(2), s(4), status
  sync all
  if (me == n) then
    call atomic_define(c[1]%l, .true.)
    s(1) = 12
    call atomic_fetch_or(s(1)[me], 3, old(1))
    call atomic_fetch_and(s(1)[me], 6, old(2))
    call atomic_fetch_xor(s(1)[me], 10, old(3), status)
    call atomic_fetch_add(s(1)[me], -4, old(4))
    print '(a,*(1x,i0))', 'old', old, s(1), status
    call atomic_cas(w(5)[1], old(1), 0, 5)
    call atomic_cas(w(5)[1], old(2), 5, 6, status)
    call atomic_cas(w(5)[1], old(3), 5, 7)
    print '(a,*(1x,i0))', 'swapped', old(1:3), w(5)[1], status
  end if
  sync all
  call atomic_ref(is_set, c[1]%l)
  print '(a,l1)', 'set ', is_set
end program
