! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The ping-pongs of "Coarrays in the Context of XcalableMP", section 4: images 1 and 2 in turns put a variable into the
! other, or eight of them one after another, or get one, and synchronise. A get goes straight into its destination, or, as
! the paper's without its optimisation, through an array that an expression makes. Every value is looked at. Image 1
! prints lines "name/via bytes value" in nanoseconds, one way.
!
!   eight SECONDS-PER-CASE [largest size in bytes [any word: gets too]]
program eight
  use, intrinsic :: iso_fortran_env, only: real64
  use timing, only: argument, clock, more
  implicit none
  integer, parameter :: limit = 2**22
  real(real64), allocatable :: x(:, :)[:]
  real(real64), allocatable :: y(:)
  real(real64) :: seconds
  integer :: largest, n, me, other
  logical :: has_gets
  seconds = argument(1, 0.01_real64)
  largest = min(int(argument(2, 8192.0_real64)), 8*limit)
  has_gets = command_argument_count() >= 3
  me = this_image()
  other = 3 - me
  allocate (x(max(1, largest/8), 8)[*])
  allocate (y(max(1, largest/8)))
  x = 0
  y = 0
  sync all
  n = 1
  do while (8*n <= largest .and. me <= 2 .and. num_images() >= 2)
    if (8*n <= 65536) call measure('t_eight', eight_puts)
    call measure('t_pingpong/put', one_put)
    if (has_gets) then
      call measure('t_pingpong/get', one_get)
      call measure('t_pingpong/value', one_value)
    end if
    n = merge(4*n, 2*n, 8*n < 8192)
  end do
  sync all

contains

  ! Image 1 says how many rounds there are; a round is a ping and a pong.
  subroutine measure(name, way)
    character(len=*), intent(in) :: name
    interface
      subroutine way(rounds)
        integer, intent(in) :: rounds
      end subroutine way
    end interface
    integer :: rounds
    integer, save :: agreed[*]
    real(real64) :: t
    rounds = 4
    do
      sync images (other)
      t = clock()
      call way(rounds)
      t = clock() - t
      if (me == 1) then
        agreed = merge(0, more(rounds, t, seconds), t >= seconds)
        agreed[2] = agreed
      end if
      sync images (other)
      if (agreed == 0) exit
      rounds = agreed
    end do
    if (me == 1) print '(a, 1x, i0, 1x, f0.1)', name, 8*n, 0.5e9_real64*t/rounds
  end subroutine measure

  subroutine must_be(value, wanted)
    real(real64), intent(in) :: value
    integer, intent(in) :: wanted
    if (nint(value) /= wanted) then
      print '(a, i0, a, i0, a, i0)', 'image ', me, ' has ', nint(value), ' instead of ', wanted
      error stop 'a value did not come'
    end if
  end subroutine must_be

  subroutine eight_puts(rounds)
    integer, intent(in) :: rounds
    integer :: round, turn
    do round = 1, rounds
      do turn = 1, 2
        if (turn == me) then
          x(n, :) = round
          x(1:n, 1)[other] = x(1:n, 1)
          x(1:n, 2)[other] = x(1:n, 2)
          x(1:n, 3)[other] = x(1:n, 3)
          x(1:n, 4)[other] = x(1:n, 4)
          x(1:n, 5)[other] = x(1:n, 5)
          x(1:n, 6)[other] = x(1:n, 6)
          x(1:n, 7)[other] = x(1:n, 7)
          x(1:n, 8)[other] = x(1:n, 8)
          sync images (other)
        else
          sync images (other)
          call must_be(x(n, 8), round)
        end if
      end do
    end do
  end subroutine eight_puts

  subroutine one_put(rounds)
    integer, intent(in) :: rounds
    integer :: round, turn
    do round = 1, rounds
      do turn = 1, 2
        if (turn == me) then
          x(n, 1) = round
          x(1:n, 1)[other] = x(1:n, 1)
          sync images (other)
        else
          sync images (other)
          call must_be(x(n, 1), round)
        end if
      end do
    end do
  end subroutine one_put

  subroutine one_get(rounds)
    integer, intent(in) :: rounds
    integer :: round, turn
    do round = 1, rounds
      do turn = 1, 2
        if (turn == me) then
          x(n, 1) = round
          sync images (other)
          sync images (other)
        else
          sync images (other)
          y(1:n) = x(1:n, 1)[other]
          call must_be(y(n), round)
          sync images (other)
        end if
      end do
    end do
  end subroutine one_get

  subroutine one_value(rounds)
    integer, intent(in) :: rounds
    integer :: round, turn
    do round = 1, rounds
      do turn = 1, 2
        if (turn == me) then
          x(n, 1) = round
          sync images (other)
          sync images (other)
        else
          sync images (other)
          y(1:n) = (x(1:n, 1)[other])
          call must_be(y(n), round)
          sync images (other)
        end if
      end do
    end do
  end subroutine one_value
end program eight
