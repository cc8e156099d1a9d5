! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! What an access to another image costs that has no synchronisation around it, between images 1 and 2, by its form: an
! element, a contiguous section, a strided one, a value within an expression. The same copy within this image is the
! floor. Image 1 prints lines "name/via bytes value" in nanoseconds.
!
!   paths SECONDS-PER-CASE [largest size in bytes]
program paths
  use, intrinsic :: iso_fortran_env, only: real64, int64
  implicit none
  integer, parameter :: limit = 2**17       ! elements
  real(real64), save :: fixed(limit)[*]
  real(real64), allocatable :: box(:)[:]
  real(real64), allocatable :: here(:), there(:)
  real(real64) :: seconds, x, total
  integer :: largest, length
  call read_arguments()
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

  subroutine read_arguments()
    character(len=32) :: word
    seconds = 0.01_real64
    largest = 2**15
    call get_command_argument(1, word)
    if (word /= '') read (word, *) seconds
    call get_command_argument(2, word)
    if (word /= '') read (word, *) largest
    largest = min(largest, 8 * limit)
  end subroutine read_arguments

  real(real64) function clock()
    integer(int64) :: ticks, rate
    call system_clock(ticks, rate)
    clock = real(ticks, real64) / real(rate, real64)
  end function clock

  ! Repeats `access` until a measurement takes long enough, and says what one of them took.
  subroutine measure(name, bytes, access)
    character(len=*), intent(in) :: name
    integer, intent(in) :: bytes
    interface
      subroutine access(count)
        integer, intent(in) :: count
      end subroutine access
    end interface
    integer :: count
    real(real64) :: t
    count = 100
    do
      t = clock()
      call access(count)
      t = clock() - t
      if (t >= seconds .or. count > 100000000) exit
      count = max(2 * count, int(1.2_real64 * count * seconds / max(t, 1.0e-6_real64)))
    end do
    print '(a, 1x, i0, 1x, f0.2)', name, bytes, 1.0e9_real64 * t / count
  end subroutine measure

  subroutine elements()
    call measure('t_copy', 8, local_element)
    call measure('t_put/static', 8, put_static)
    call measure('t_put/allocatable', 8, put_allocatable)
    call measure('t_get/static', 8, get_static)
    call measure('t_get/allocatable', 8, get_allocatable)
    call measure('t_value/allocatable', 8, value_allocatable)
  end subroutine elements

  subroutine sections(n)
    integer, intent(in) :: n
    length = n
    call measure('t_copy', 8 * n, local_section)
    call measure('t_put/allocatable', 8 * n, put_section)
    call measure('t_get/allocatable', 8 * n, get_section)
    call measure('t_value/allocatable', 8 * n, value_section)
    if (2 * n <= limit) then
      call measure('t_put/strided', 8 * n, put_strided)
      call measure('t_get/strided', 8 * n, get_strided)
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
