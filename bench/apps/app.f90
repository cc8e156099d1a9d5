! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Code that the mini-applications in Fortran share: the clock, the numbers of their digests, and the line that `arauto bench apps`
! reads. No communication.
module app
  use, intrinsic :: iso_fortran_env, only: int64, real64
  implicit none (type, external)
  private
  public :: clock, report, digest_modulus, weights

  ! Primes below 2**55 and 2**29: a digest is a sum of products of bits and weights, modulo the first.
  integer(int64), parameter :: digest_modulus = 36028797018963913_int64, weights = 536870909_int64

contains

  ! Seconds since something that is the same for all processes of the machine.
  function clock() result(seconds)
    real(real64) :: seconds
    integer(int64) :: ticks, rate
    call system_clock(ticks, rate)
    seconds = real(ticks, real64) / real(rate, real64)
  end function clock

  ! Prints the line of a batch. A negative time of communication: not measured.
  subroutine report(name, size, variant, ranks, digest, seconds, communication)
    character(len=*), intent(in) :: name, size, variant
    integer, intent(in) :: ranks
    integer(int64), intent(in) :: digest
    real(real64), intent(in) :: seconds, communication
    character(len=24) :: part_of_it
    part_of_it = '-'
    if (communication >= 0) write (part_of_it, '(es12.5)') communication
    print '(5a,i0,3a,z16.16,a,es12.5,2a)', 'app ', name, ' variant ', variant, ' ranks ', ranks, ' size ', trim(size), &
      ' digest ', digest, ' seconds ', seconds, ' communication ', trim(adjustl(part_of_it))
  end subroutine report

end module app
