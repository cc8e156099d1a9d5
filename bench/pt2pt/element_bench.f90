! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Loops that read or write another image's array element by element, timed; standard coarray Fortran, the same source
! for every coarray library. Beside them the same loops over this image's own array, which are their floor. Image 1
! prints lines "name bytes value": nanoseconds of an element. Sums and what has been written are compared with what is
! right.
!
!   element_bench SECONDS-PER-CASE
program element_bench
  use, intrinsic :: iso_fortran_env, only: int64, real64
  implicit none
  integer, parameter :: length = 1000   ! 8,000 bytes: they stay in the nearest cache
  integer, parameter :: batches = 20    ! the least of them counts
  real(real64) :: there(length)[*], here(length)
  real(real64) :: seconds
  character(len=32) :: word
  integer :: i

  seconds = 0.05_real64
  if (command_argument_count() >= 1) then
    call get_command_argument(1, word)
    read (word, *) seconds
  end if
  there = [(real(i, real64), i = 1, length)]
  here = there
  sync all
  if (this_image() == 1 .and. num_images() == 2) call bench(2)
  sync all
  if (this_image() == 2 .and. num_images() == 2) then
    if (any(there /= 7)) error stop 'element_bench: the elements written are not those that were put'
  end if

contains

  function clock() result(t)
    real(real64) :: t
    integer(int64) :: ticks, rate
    call system_clock(ticks, rate)
    t = real(ticks, real64) / real(rate, real64)
  end function clock

  subroutine bench(other)
    integer, intent(in) :: other
    call measure('local_get_loop', add_local, other, is_sum=.true.)
    call measure('element_get_loop', add_remote, other, is_sum=.true.)
    call measure('local_put_loop', set_local, other, is_sum=.false.)
    call measure('element_put_loop', set_remote, other, is_sum=.false.)
  end subroutine bench

  subroutine measure(name, loop, other, is_sum)
    character(*), intent(in) :: name
    interface
      subroutine loop(image, x)
        import :: real64
        integer, intent(in) :: image
        real(real64), intent(inout) :: x
      end subroutine loop
    end interface
    integer, intent(in) :: other
    logical, intent(in) :: is_sum
    integer :: batch, count, turn
    real(real64) :: x, t, least
    count = 1
    least = huge(least)
    do batch = 0, batches
      t = clock()
      do turn = 1, count
        x = 7 + count - turn
        call loop(other, x)
        if (is_sum .and. abs(x - 0.5_real64 * length * (length + 1)) > 1.0e-6_real64) then
          error stop 'element_bench: a sum is wrong'
        end if
      end do
      t = clock() - t
      if (batch > 0) least = min(least, t)
      if (batch == 0) count = repetitions(t)
    end do
    print '(a,1x,i0,1x,f0.4)', name, 8, least / count / length * 1.0e9_real64
  end subroutine measure

  integer function repetitions(elapsed)
    real(real64), intent(in) :: elapsed
    repetitions = max(1, min(1000000, int(seconds / batches / max(elapsed, 1.0e-7_real64))))
  end function repetitions

  subroutine add_local(image, x)
    integer, intent(in) :: image
    real(real64), intent(inout) :: x
    real(real64) :: s
    integer :: k
    if (image < 1) return
    s = 0
    do k = 1, length
      s = s + here(k)
    end do
    x = s
  end subroutine add_local

  subroutine add_remote(image, x)
    integer, intent(in) :: image
    real(real64), intent(inout) :: x
    real(real64) :: s
    integer :: k
    s = 0
    do k = 1, length
      s = s + there(k)[image]
    end do
    x = s
  end subroutine add_remote

  subroutine set_local(image, x)
    integer, intent(in) :: image
    real(real64), intent(inout) :: x
    integer :: k
    if (image < 1) return
    do k = 1, length
      here(k) = x
    end do
  end subroutine set_local

  subroutine set_remote(image, x)
    integer, intent(in) :: image
    real(real64), intent(inout) :: x
    integer :: k
    do k = 1, length
      there(k)[image] = x
    end do
  end subroutine set_remote

end program element_bench
