! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The cases of table 1 of "Coarrays in the Context of XcalableMP": puts and gets of sections whose contiguous lengths
! differ here (N_L) and there (N_R), around a buffer of B bytes. They go to and come from memory that is not mapped: a
! pointer's target in another image's private memory, or, with images on nodes of their own, a coarray. Image 1 prints
! lines "name/via bytes value" in nanoseconds of one transfer; the same copy within this image is the floor.
!
!   pieces SECONDS-PER-CASE
program pieces
  use, intrinsic :: iso_fortran_env, only: real64
  use timing, only: argument, measure
  implicit none
  integer, parameter :: short = 8, rows = 2048        ! a piece of 64 bytes; 128 KiB together
  integer, parameter :: long = 65536                  ! 512 KiB
  type pointing
    real(real64), pointer :: far(:, :) => null()
  end type pointing
  type(pointing) :: s[*]
  real(real64), target, allocatable :: there(:, :)
  real(real64), allocatable :: gaps(:, :), whole(:, :), wide(:, :)
  real(real64) :: seconds
  integer :: shape_of_case
  seconds = argument(1, 0.01_real64)
  allocate (gaps(2*short, 8*rows), whole(short, 8*rows), wide(2*long, 2))
  allocate (there(2*long, 2))
  gaps = 1
  whole = 2
  wide = 3
  there = 0
  call set(there)
  sync all
  do shape_of_case = 1, 4
    call case_of(shape_of_case)
  end do

contains

  subroutine set(memory)
    real(real64), target, intent(in) :: memory(:, :)
    s%far => memory
  end subroutine set

  subroutine case_of(which)
    integer, intent(in) :: which
    real(real64), pointer :: remote(:, :)
    select case (which)
    case (1) ! pieces there, one here
      remote(1:2*short, 1:rows) => there(1:2*short*rows, 1)
      call set(remote(1:short, :))
      call both('t_case1', 8*short*rows, put_1, get_1)
    case (2) ! one there, pieces here
      remote(1:short, 1:rows) => there(1:short*rows, 1)
      call set(remote)
      call both('t_case2', 8*short*rows, put_2, get_2)
    case (3) ! one there, longer than the buffer; pieces here
      remote(1:short, 1:8*rows) => there(:, 1)
      call set(remote)
      call both('t_case3', 8*short*8*rows, put_3, get_3)
    case (4) ! both longer than the buffer
      remote(1:2*long, 1:2) => there
      call set(remote(1:long, :))
      call both('t_case4', 8*long*2, put_4, get_4)
    end select
  end subroutine case_of

  subroutine both(name, bytes, put, get)
    character(len=*), intent(in) :: name
    integer, intent(in) :: bytes
    interface
      subroutine put(count)
        integer, intent(in) :: count
      end subroutine put
      subroutine get(count)
        integer, intent(in) :: count
      end subroutine get
    end interface
    sync all
    if (this_image() == 1 .and. num_images() > 1) then
      call measure(name//'/put', bytes, seconds, put)
      call measure(name//'/get', bytes, seconds, get)
    end if
    sync all
  end subroutine both

  subroutine put_1(count)
    integer, intent(in) :: count
    integer :: i
    do i = 1, count
      s[2]%far(1:short, 1:rows) = whole(:, 1:rows)
    end do
  end subroutine put_1

  subroutine get_1(count)
    integer, intent(in) :: count
    integer :: i
    do i = 1, count
      whole(:, 1:rows) = s[2]%far(1:short, 1:rows)
    end do
  end subroutine get_1

  subroutine put_2(count)
    integer, intent(in) :: count
    integer :: i
    do i = 1, count
      s[2]%far(1:short, 1:rows) = gaps(1:short, 1:rows)
    end do
  end subroutine put_2

  subroutine get_2(count)
    integer, intent(in) :: count
    integer :: i
    do i = 1, count
      gaps(1:short, 1:rows) = s[2]%far(1:short, 1:rows)
    end do
  end subroutine get_2

  subroutine put_3(count)
    integer, intent(in) :: count
    integer :: i
    do i = 1, count
      s[2]%far(1:short, 1:8*rows) = gaps(1:short, :)
    end do
  end subroutine put_3

  subroutine get_3(count)
    integer, intent(in) :: count
    integer :: i
    do i = 1, count
      gaps(1:short, :) = s[2]%far(1:short, 1:8*rows)
    end do
  end subroutine get_3

  subroutine put_4(count)
    integer, intent(in) :: count
    integer :: i
    do i = 1, count
      s[2]%far(1:long, 1:2) = wide(1:long, :)
    end do
  end subroutine put_4

  subroutine get_4(count)
    integer, intent(in) :: count
    integer :: i
    do i = 1, count
      wide(1:long, :) = s[2]%far(1:long, 1:2)
    end do
  end subroutine get_4
end program pieces
