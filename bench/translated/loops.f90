! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Whether loops over coarrays are as fast as the same loops over plain arrays: a five-point stencil and a triad, over
! allocatable and static ones, in turns. Each image computes for itself; image 1 prints lines "name/via bytes value",
! nanoseconds of the best and of the middle of all turns, and the same values must come out of both.
!
!   loops SECONDS-PER-TURN TURNS
module arrays
  use, intrinsic :: iso_fortran_env, only: real64
  implicit none
  integer, parameter :: n = 256
  real(real64), allocatable :: plain_a(:, :), plain_b(:, :), plain_c(:, :)
  real(real64), allocatable :: coarray_a(:, :)[:], coarray_b(:, :)[:], coarray_c(:, :)[:]
  real(real64), save :: plain_s(n, n), plain_t(n, n)
  real(real64), save :: coarray_s(n, n)[*], coarray_t(n, n)[*]
end module arrays

program loops
  use, intrinsic :: iso_fortran_env, only: real64
  use arrays
  use timing, only: argument, clock
  implicit none
  integer, parameter :: turns_max = 99
  real(real64) :: seconds, times(2, turns_max)
  integer :: turns
  seconds = argument(1, 0.02_real64)
  turns = min(int(argument(2, 9.0_real64)), turns_max)
  allocate (plain_a(n, n), plain_b(n, n), plain_c(n, n))
  allocate (coarray_a(n, n)[*])
  allocate (coarray_b(n, n)[*])
  allocate (coarray_c(n, n)[*])
  call fill()
  sync all
  call compare('t_stencil/allocatable', stencil_plain, stencil_coarray)
  if (any(plain_a /= coarray_a) .or. any(plain_b /= coarray_b)) error stop 'the stencils differ'
  call compare('t_stencil/static', stencil_plain_static, stencil_coarray_static)
  if (any(plain_s /= coarray_s)) error stop 'the static stencils differ'
  call compare('t_triad/allocatable', triad_plain, triad_coarray)
  if (any(plain_c /= coarray_c)) error stop 'the triads differ'
  call compare('t_sum/dummy', sum_plain, sum_coarray)
  sync all

contains

  subroutine fill()
    integer :: i, j
    do j = 1, n
      do i = 1, n
        plain_a(i, j) = sin(0.01_real64*i*j)
      end do
    end do
    plain_b = 0
    plain_c = 0
    plain_s = plain_a
    plain_t = 0
    coarray_a = plain_a
    coarray_b = 0
    coarray_c = 0
    coarray_s = plain_a
    coarray_t = 0
  end subroutine fill

  subroutine compare(name, plain, coarray)
    character(len=*), intent(in) :: name
    interface
      subroutine plain(count)
        integer, intent(in) :: count
      end subroutine plain
      subroutine coarray(count)
        integer, intent(in) :: count
      end subroutine coarray
    end interface
    integer :: count, turn
    real(real64) :: t
    call plain(2)
    call coarray(2)
    t = clock()
    call plain(4)
    t = clock() - t
    call coarray(4)
    count = 2*max(1, int(2*seconds/max(t, 1.0e-6_real64)))
    do turn = 1, turns
      t = clock()
      call plain(count)
      times(1, turn) = (clock() - t)/count
      t = clock()
      call coarray(count)
      times(2, turn) = (clock() - t)/count
    end do
    if (this_image() /= 1) return
    print '(a, 1x, i0, 1x, f0.1)', name//'_plain', 0, 1.0e9_real64*middle(times(1, :turns))
    print '(a, 1x, i0, 1x, f0.1)', name//'_coarray', 0, 1.0e9_real64*middle(times(2, :turns))
    print '(a, 1x, i0, 1x, f0.1)', name//'_plain_best', 0, 1.0e9_real64*minval(times(1, :turns))
    print '(a, 1x, i0, 1x, f0.1)', name//'_coarray_best', 0, 1.0e9_real64*minval(times(2, :turns))
  end subroutine compare

  real(real64) function middle(values)
    real(real64), intent(in) :: values(:)
    integer :: i
    do i = 1, size(values)
      middle = values(i)
      if (count(values < middle) <= size(values)/2 .and. count(values <= middle) > size(values)/2) return
    end do
  end function middle

  subroutine stencil_plain(count)
    integer, intent(in) :: count
    integer :: i, j, k
    do k = 1, count/2
      do j = 2, n - 1
        do i = 2, n - 1
          plain_b(i, j) = 0.25_real64*(plain_a(i - 1, j) + plain_a(i + 1, j) + plain_a(i, j - 1) + plain_a(i, j + 1))
        end do
      end do
      do j = 2, n - 1
        do i = 2, n - 1
          plain_a(i, j) = 0.25_real64*(plain_b(i - 1, j) + plain_b(i + 1, j) + plain_b(i, j - 1) + plain_b(i, j + 1))
        end do
      end do
    end do
  end subroutine stencil_plain

  subroutine stencil_coarray(count)
    integer, intent(in) :: count
    integer :: i, j, k
    do k = 1, count/2
      do j = 2, n - 1
        do i = 2, n - 1
          coarray_b(i, j) = 0.25_real64*(coarray_a(i - 1, j) + coarray_a(i + 1, j) + coarray_a(i, j - 1) &
                                         + coarray_a(i, j + 1))
        end do
      end do
      do j = 2, n - 1
        do i = 2, n - 1
          coarray_a(i, j) = 0.25_real64*(coarray_b(i - 1, j) + coarray_b(i + 1, j) + coarray_b(i, j - 1) &
                                         + coarray_b(i, j + 1))
        end do
      end do
    end do
  end subroutine stencil_coarray

  subroutine stencil_plain_static(count)
    integer, intent(in) :: count
    integer :: i, j, k
    do k = 1, count/2
      do j = 2, n - 1
        do i = 2, n - 1
          plain_t(i, j) = 0.25_real64*(plain_s(i - 1, j) + plain_s(i + 1, j) + plain_s(i, j - 1) + plain_s(i, j + 1))
        end do
      end do
      do j = 2, n - 1
        do i = 2, n - 1
          plain_s(i, j) = 0.25_real64*(plain_t(i - 1, j) + plain_t(i + 1, j) + plain_t(i, j - 1) + plain_t(i, j + 1))
        end do
      end do
    end do
  end subroutine stencil_plain_static

  subroutine stencil_coarray_static(count)
    integer, intent(in) :: count
    integer :: i, j, k
    do k = 1, count/2
      do j = 2, n - 1
        do i = 2, n - 1
          coarray_t(i, j) = 0.25_real64*(coarray_s(i - 1, j) + coarray_s(i + 1, j) + coarray_s(i, j - 1) &
                                         + coarray_s(i, j + 1))
        end do
      end do
      do j = 2, n - 1
        do i = 2, n - 1
          coarray_s(i, j) = 0.25_real64*(coarray_t(i - 1, j) + coarray_t(i + 1, j) + coarray_t(i, j - 1) &
                                         + coarray_t(i, j + 1))
        end do
      end do
    end do
  end subroutine stencil_coarray_static

  subroutine triad_plain(count)
    integer, intent(in) :: count
    integer :: k
    do k = 1, count
      plain_c(:, :) = plain_a(:, :) + 3.0_real64*plain_b(:, :)
      plain_b(1, 1) = plain_c(1, 2)
    end do
  end subroutine triad_plain

  subroutine triad_coarray(count)
    integer, intent(in) :: count
    integer :: k
    do k = 1, count
      coarray_c(:, :) = coarray_a(:, :) + 3.0_real64*coarray_b(:, :)
      coarray_b(1, 1) = coarray_c(1, 2)
    end do
  end subroutine triad_coarray

  subroutine sum_plain(count)
    integer, intent(in) :: count
    integer :: k
    do k = 1, count
      call add_plain(plain_a, plain_b(:, 1))
    end do
  end subroutine sum_plain

  subroutine sum_coarray(count)
    integer, intent(in) :: count
    integer :: k
    do k = 1, count
      call add_coarray(coarray_a, coarray_b(:, 1))
    end do
  end subroutine sum_coarray

  subroutine add_plain(x, sums)
    real(real64), intent(in) :: x(n, n)
    real(real64), intent(inout) :: sums(n)
    integer :: i, j
    do j = 1, n
      do i = 1, n
        sums(i) = 0.5_real64*sums(i) + x(i, j)
      end do
    end do
  end subroutine add_plain

  subroutine add_coarray(x, sums)
    real(real64), intent(in) :: x(n, n)[*]
    real(real64), intent(inout) :: sums(n)
    integer :: i, j
    do j = 1, n
      do i = 1, n
        sums(i) = 0.5_real64*sums(i) + x(i, j)
      end do
    end do
  end subroutine add_coarray
end program loops
