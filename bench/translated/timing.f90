! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The common part of the programs of this folder: a clock, numbers from the command line, and the loop that repeats an
! access until a measurement takes long enough.
module timing
  use, intrinsic :: iso_fortran_env, only: real64, int64
  implicit none
  private
  public :: argument, clock, measure, more

  interface
    subroutine repeated(count)
      integer, intent(in) :: count
    end subroutine repeated
  end interface

contains

  ! The number at a position of the command line, or its default when it is missing.
  real(real64) function argument(position, otherwise)
    integer, intent(in) :: position
    real(real64), intent(in) :: otherwise
    character(len=32) :: word
    argument = otherwise
    call get_command_argument(position, word)
    if (word /= '') read (word, *) argument
  end function argument

  real(real64) function clock()
    integer(int64) :: ticks, rate
    call system_clock(ticks, rate)
    clock = real(ticks, real64)/real(rate, real64)
  end function clock

  ! How many repetitions may take `seconds` after `count` of them took `t`.
  integer function more(count, t, seconds)
    integer, intent(in) :: count
    real(real64), intent(in) :: t, seconds
    more = max(2*count, int(1.2_real64*count*seconds/max(t, 1.0e-6_real64)))
  end function more

  ! Prints "name bytes value", nanoseconds of one access. The statement at the end, once for all of them, completes puts.
  subroutine measure(name, bytes, seconds, access)
    character(len=*), intent(in) :: name
    integer, intent(in) :: bytes
    real(real64), intent(in) :: seconds
    procedure(repeated) :: access
    integer :: count
    real(real64) :: t
    count = 2
    do
      t = clock()
      call access(count)
      sync memory
      t = clock() - t
      if (t >= seconds .or. count > 100000000) exit
      count = more(count, t, seconds)
    end do
    print '(a, 1x, i0, 1x, f0.2)', name, bytes, 1.0e9_real64*t/count
  end subroutine measure
end module timing
