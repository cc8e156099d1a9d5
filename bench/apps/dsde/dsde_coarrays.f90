! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! dsde_counted.c in Fortran, without any call of a library: ATOMIC_FETCH_ADD takes places at a target, one addition for all messages
! of a round to it; puts go into them; SYNC ALL makes them and their number known. Places and counts exist twice, for even and odd
! rounds: a sender enters round r + 2 after the SYNC ALL of r + 1, which the receiver enters when it has read all of round r.
program dsde_coarrays
  use, intrinsic :: iso_fortran_env, only: atomic_int_kind, int64, real64
  use app, only: clock
  use dsde_kernel, only: dsde_case, dsde_sum, most_messages, read_case, start, make_sends, how_many, earlier, fill, take, verify, &
    print_batch
  implicit none
  integer, parameter :: line = 16                        ! counts in two cache lines
  type(dsde_case) :: exchange
  integer(atomic_int_kind) :: counts(line, 0:1)[*]
  integer(int64), allocatable :: inbox(:, :, :)[:]       ! word, place, parity
  integer(int64), allocatable :: message(:)
  integer :: seen(0:1), places, batch, round
  type(dsde_sum) :: sum
  real(real64) :: seconds

  exchange = read_case(this_image() - 1, num_images())
  places = exchange%ranks * exchange%most
  allocate(inbox(exchange%words, 0:places - 1, 0:1)[*])
  allocate(message(exchange%words))
  counts = 0
  seen = 0
  do batch = 1, exchange%batches
    call start(exchange)
    sum = dsde_sum()
    sync all
    seconds = clock()
    do round = 0, exchange%rounds - 1
      call send_all()
      sync all
      call take_all()
    end do
    sync all
    seconds = clock() - seconds
    call verify(exchange, 'coarrays', sum)
    call co_sum(sum%digest, result_image=1)
    if (this_image() == 1) call print_batch(exchange, 'coarrays', sum%digest, seconds)
  end do

contains

  subroutine send_all()
    integer(atomic_int_kind) :: first(most_messages)
    integer :: targets(most_messages), number, i, one, before
    call make_sends(exchange, round, targets, number)
    do i = 1, number
      before = how_many(targets(:number), i)
      if (before > 0) call atomic_fetch_add(counts(1, mod(round, 2))[targets(i) + 1], before, first(i))
    end do
    do i = 1, number
      call earlier(targets, i, one, before)
      call fill(exchange, round, i, message)
      inbox(:, mod(first(one) + before, places), mod(round, 2))[targets(i) + 1] = message
    end do
  end subroutine send_all

  subroutine take_all()
    integer(atomic_int_kind) :: number
    integer :: parity
    parity = mod(round, 2)
    call atomic_ref(number, counts(1, parity))
    do while (seen(parity) < number)
      call take(exchange, round, inbox(:, mod(seen(parity), places), parity), sum)
      seen(parity) = seen(parity) + 1
    end do
  end subroutine take_all

end program dsde_coarrays
