! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! ALLOCATE and DEALLOCATE of a coarray, for each choice of its memory (setting ARAUTO_ALLOCATION), and a put into it.
! Image 1 prints lines "name/via bytes value" in nanoseconds of one pair.
!
!   allocation SECONDS-PER-CASE
program allocation
  use, intrinsic :: iso_fortran_env, only: real64
  use timing, only: argument, clock, more
  implicit none
  real(real64) :: seconds
  integer :: length
  seconds = argument(1, 0.01_real64)
  length = 8
  do while (length <= 131072)
    call measure(length)
    length = 128*length
  end do

contains

  subroutine measure(n)
    integer, intent(in) :: n
    integer :: count
    real(real64) :: t, agreed
    count = 4
    do
      sync all
      t = clock()
      call pairs(count, n)
      t = clock() - t
      agreed = t
      call co_broadcast(agreed, source_image=1)
      if (agreed >= seconds) exit
      count = more(count, agreed, seconds)
    end do
    if (this_image() == 1) print '(a, 1x, i0, 1x, f0.1)', 't_allocate', 8*n, 1.0e9_real64*t/count
  end subroutine measure

  subroutine pairs(count, n)
    integer, intent(in) :: count, n
    real(real64), allocatable :: a(:)[:]
    integer :: i
    do i = 1, count
      allocate (a(n)[*])
      a(1)[num_images()] = i
      deallocate (a)
    end do
  end subroutine pairs
end program allocation
