! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The two-sided twin of eight_puts in eight.f90: ranks 0 and 1 in turns send eight messages, none of which waits for another, and
! wait for all of them. The receiver posts its receives first. Rank 0 prints lines "name bytes value" in nanoseconds, one way.
!
!   eight_messages SECONDS-PER-CASE [largest size in bytes]
program eight_messages
  use, intrinsic :: iso_fortran_env, only: real64
  use mpi
  use timing, only: argument, clock, more
  implicit none
  integer, parameter :: messages = 8
  real(real64), allocatable, asynchronous :: x(:, :)
  real(real64) :: seconds
  integer :: largest, n, me, other, error
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, error)
  other = 1 - me
  seconds = argument(1, 0.01_real64)
  largest = int(argument(2, 8192.0_real64))
  allocate (x(max(1, largest/8), messages))
  x = 0
  n = 1
  do while (8*n <= largest .and. me <= 1)
    call measure()
    n = merge(4*n, 2*n, 8*n < 8192)
  end do
  call MPI_Finalize(error)

contains

  ! Rank 0 says how many rounds there are; a round is a ping and a pong.
  subroutine measure()
    integer :: rounds, next
    real(real64) :: t
    rounds = 4
    do
      call MPI_Barrier(MPI_COMM_WORLD, error)
      t = clock()
      call ping_pong(rounds)
      t = clock() - t
      next = merge(0, more(rounds, t, seconds), t >= seconds)
      call MPI_Bcast(next, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, error)
      if (next == 0) exit
      rounds = next
    end do
    if (me == 0) print '(a, 1x, i0, 1x, f0.1)', 't_eight', 8*n, 0.5e9_real64*t/rounds
  end subroutine measure

  subroutine ping_pong(rounds)
    integer, intent(in) :: rounds
    integer :: round, turn, i, requests(messages)
    do round = 1, rounds
      do turn = 0, 1
        if (turn == me) x(n, :) = round
        do i = 1, messages
          if (turn == me) then
            call MPI_Isend(x(1, i), n, MPI_DOUBLE_PRECISION, other, i, MPI_COMM_WORLD, requests(i), error)
          else
            call MPI_Irecv(x(1, i), n, MPI_DOUBLE_PRECISION, other, i, MPI_COMM_WORLD, requests(i), error)
          end if
        end do
        call MPI_Waitall(messages, requests, MPI_STATUSES_IGNORE, error)
        if (any(nint(x(n, :)) /= round)) then
          print '(a, i0, a, i0)', 'rank ', me, ' misses a message of round ', round
          call MPI_Abort(MPI_COMM_WORLD, 1, error)
        end if
      end do
    end do
  end subroutine ping_pong
end program eight_messages
