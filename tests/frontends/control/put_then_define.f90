! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! A put followed by ATOMIC_DEFINE by the same image arrives in that order. Each image sends to the next one: data of
! several lengths and forms, then the round in an atomic variable. The receiver waits for the round with ATOMIC_REF and
! looks at all data at once; then it answers in the same way, so that no round overtakes another. With the variable
! SWAPPED the round goes first: that must be seen.
program put_then_define
  use, intrinsic :: iso_fortran_env, only: atomic_int_kind
  implicit none
  integer, parameter :: longest = 20000, forms = 6
  integer, parameter :: lengths(forms) = [1, 5, 300, 3000, longest, 64]
  integer, allocatable :: box(:)[:], source(:)
  integer(atomic_int_kind) :: now
  integer(atomic_int_kind), allocatable :: sent(:)[:], taken(:)[:]
  integer :: next, before, round, form, n, i, wrong, attempts
  integer, parameter :: rounds = 120
  integer :: swapped
  call get_environment_variable('SWAPPED', length=swapped)
  next = mod(this_image(), num_images()) + 1
  before = merge(num_images(), this_image() - 1, this_image() == 1)
  allocate (box(longest)[*], source=0)
  allocate (sent(1)[*], taken(1)[*], source=0_atomic_int_kind)
  allocate (source(longest))
  wrong = 0
  attempts = 0
  sync all
  do round = 1, rounds
    form = mod(round, forms) + 1
    n = lengths(form)
    source(1:n) = round*7 + [(i, i=1, n)]
    if (swapped > 0) call atomic_define(sent(1)[next], int(round, atomic_int_kind))
    if (form == forms) then
      box(1:2*n:2)[next] = source(1:n)
    else if (n == 1) then
      box(1)[next] = source(1)
    else
      box(1:n)[next] = source(1:n)
    end if
    call atomic_define(sent(1)[next], int(round, atomic_int_kind))
    now = 0
    do while (now < round)
      call atomic_ref(now, sent(1))
    end do
    attempts = attempts + 1
    if (.not. has_come()) wrong = wrong + 1
    call atomic_define(taken(1)[before], int(round, atomic_int_kind))
    now = 0
    do while (now < round)
      call atomic_ref(now, taken(1))
    end do
  end do
  call co_sum(wrong)
  call co_sum(attempts)
  if (this_image() == 1) print '(i0,a,i0,a)', wrong, ' of ', attempts, ' came out of order'
  if (wrong > 0) error stop 'a put was overtaken'

contains

  logical function has_come()
    integer :: k
    if (form == forms) then
      has_come = all(box(1:2*n:2) == round*7 + [(k, k=1, n)])
    else
      has_come = all(box(1:n) == round*7 + [(k, k=1, n)])
    end if
  end function has_come
end program put_then_define
