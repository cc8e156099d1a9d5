! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The common part of attach_bench and notify_bench: sizes, clock, number of repetitions, and the line of output.
module message_bench
  use, intrinsic :: iso_fortran_env, only: int64, real64
  implicit none
  private
  public :: set_up, repetitions, clock, must_be, report
  integer, parameter, public :: sizes(*) = [8, 512, 4096, 65536, 1048576]   ! bytes
  integer, public, protected :: me, other, largest = 1048576
  real(real64), allocatable, public :: local(:)                             ! what is put
  real(real64) :: seconds = 0.05_real64

contains

  subroutine set_up()
    character(len=32) :: word
    me = this_image()
    other = 3 - me
    if (command_argument_count() >= 1) then
      call get_command_argument(1, word)
      read (word, *) seconds
    end if
    if (command_argument_count() >= 2) then
      call get_command_argument(2, word)
      read (word, *) largest
    end if
    allocate(local(largest / 8))
    local = 0
  end subroutine set_up

  ! How often to repeat something that took `elapsed` for `tried` repetitions; the same on both images.
  function repetitions(tried, elapsed) result(count)
    integer, intent(in) :: tried
    real(real64), intent(in) :: elapsed
    integer :: count
    count = max(10, min(2000000, int(seconds / max(elapsed / tried, 1.0e-9_real64))))
    call co_broadcast(count, 1)
  end function repetitions

  function clock() result(t)
    real(real64) :: t
    integer(int64) :: ticks, rate
    call system_clock(ticks, rate)
    t = real(ticks, real64) / real(rate, real64)
  end function clock

  subroutine must_be(value, turn)
    real(real64), intent(in) :: value
    integer, intent(in) :: turn
    if (nint(value) /= turn) error stop 'a value of another turn was read'
  end subroutine must_be

  subroutine report(name, length, each)
    character(*), intent(in) :: name
    integer, intent(in) :: length
    real(real64), intent(in) :: each
    if (me == 1) print '(a,1x,i0,1x,f0.2)', name, 8 * length, each * 1.0e9_real64
  end subroutine report

end module message_bench
