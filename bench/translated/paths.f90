! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The cost of an access to another image without synchronisation around it, between images 1 and 2, by its form: an
! element, a contiguous section, a strided one, a value within an expression. The same copy within this image is the
! floor. Image 1 prints lines "name/via bytes value" in nanoseconds.
!
!   paths SECONDS-PER-CASE [largest size in bytes]
program paths
  use, intrinsic :: iso_fortran_env, only: real64
  use timing, only: argument, measure
  implicit none
  integer, parameter :: limit = 2**17       ! elements
  real(real64), save :: fixed(limit)[*]
  real(real64), allocatable :: box(:)[:]
  real(real64), allocatable :: here(:), there(:)
  real(real64) :: seconds, x, total
  integer :: largest, length
  seconds = argument(1, 0.01_real64)
  largest = min(int(argument(2, 32768.0_real64)), 8 * limit)
  allocate (box(limit)[*], here(limit), there(limit))
  box = 1
  here = 2
  there = 3
  fixed = 4
  total = 0
  sync all
  if (this_image() == 1 .and. num_images() > 1) then
    call elements()
    length = 8
    do while (8 * length <= largest)
      call sections(length)
      length = 16 * length
    end do
    print '(a, es12.4)', '# ', total
  end if
  sync all

contains

  subroutine elements()
    call measure('t_copy', 8, seconds, local_element)
    call measure('t_put/static', 8, seconds, put_static)
    call measure('t_put/allocatable', 8, seconds, put_allocatable)
    call measure('t_get/static', 8, seconds, get_static)
    call measure('t_get/allocatable', 8, seconds, get_allocatable)
    call measure('t_value/allocatable', 8, seconds, value_allocatable)
  end subroutine elements

  subroutine sections(n)
    integer, intent(in) :: n
    length = n
    call measure('t_copy', 8 * n, seconds, local_section)
    call measure('t_put/allocatable', 8 * n, seconds, put_section)
    call measure('t_get/allocatable', 8 * n, seconds, get_section)
    call measure('t_value/allocatable', 8 * n, seconds, value_section)
    if (2 * n <= limit) then
      call measure('t_put/strided', 8 * n, seconds, put_strided)
      call measure('t_get/strided', 8 * n, seconds, get_strided)
    end if
  end subroutine sections

  subroutine local_element(count)
    integer, intent(in) :: count
    integer :: i
    do i = 1, count
      there(iand(i, 1023) + 1) = here(iand(i, 511) + 1)
    end do
    total = total + there(1)
  end subroutine local_element

  subroutine put_static(count)
    integer, intent(in) :: count
    integer :: i
    do i = 1, count
      fixed(iand(i, 1023) + 1)[2] = here(iand(i, 511) + 1)
    end do
  end subroutine put_static

  subroutine put_allocatable(count)
    integer, intent(in) :: count
    integer :: i
    do i = 1, count
      box(iand(i, 1023) + 1)[2] = here(iand(i, 511) + 1)
    end do
  end subroutine put_allocatable

  subroutine get_static(count)
    integer, intent(in) :: count
    integer :: i
    do i = 1, count
      here(iand(i, 511) + 1) = fixed(iand(i, 1023) + 1)[2]
    end do
    total = total + here(1)
  end subroutine get_static

  subroutine get_allocatable(count)
    integer, intent(in) :: count
    integer :: i
    do i = 1, count
      here(iand(i, 511) + 1) = box(iand(i, 1023) + 1)[2]
    end do
    total = total + here(1)
  end subroutine get_allocatable

  subroutine value_allocatable(count)
    integer, intent(in) :: count
    integer :: i
    x = 0
    do i = 1, count
      x = x + box(iand(i, 1023) + 1)[2]
    end do
    total = total + x
  end subroutine value_allocatable

  subroutine local_section(count)
    integer, intent(in) :: count
    integer :: i
    do i = 1, count
      there(1:length) = here(1:length)
      here(1) = there(length)
    end do
  end subroutine local_section

  subroutine put_section(count)
    integer, intent(in) :: count
    integer :: i
    do i = 1, count
      box(1:length)[2] = here(1:length)
    end do
  end subroutine put_section

  subroutine get_section(count)
    integer, intent(in) :: count
    integer :: i
    do i = 1, count
      there(1:length) = box(1:length)[2]
    end do
    total = total + there(1)
  end subroutine get_section

  ! The compiler makes a temporary of the value, as the paper's GET without its optimisation does.
  subroutine value_section(count)
    integer, intent(in) :: count
    integer :: i
    do i = 1, count
      there(1:length) = (box(1:length)[2])
    end do
    total = total + there(1)
  end subroutine value_section

  subroutine put_strided(count)
    integer, intent(in) :: count
    integer :: i
    do i = 1, count
      box(1:2*length:2)[2] = here(1:length)
    end do
  end subroutine put_strided

  subroutine get_strided(count)
    integer, intent(in) :: count
    integer :: i
    do i = 1, count
      there(1:length) = box(1:2*length:2)[2]
    end do
    total = total + there(1)
  end subroutine get_strided
end program paths
