! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The common part of the coarray variants of fft3d: planes and rows as coarrays, the batches and their times. A variant extends
! `wired` by its messages. Puts go from a plane straight into the rows of the other image, and back.
!
! No image need report that its rows are free: another one sends planes again after it has got all rows of this image, which this
! image sent when it had transformed them. Likewise with planes.
module fft3d_images
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use app, only: clock, digest_modulus, report
  use fft3d_kernel, only: fft_case, part, wires, read_case, make_part, fill, forward, backward, rehearse, digest_of, check, &
    verify, trips_apart
  implicit none (type, external)
  private
  public :: set_up, run
  complex(real64), allocatable, target, public :: planes(:, :, :)[:], rows(:, :, :)[:]
  type(fft_case) :: problem
  type(part), target, public, protected :: mine

  type, extends(wires), public :: wired
  end type wired

contains

  subroutine set_up(joined)
    class(wired), intent(inout) :: joined
    integer :: room
    problem = read_case()
    mine = make_part(problem, this_image() - 1, num_images())
    room = (mine%n + num_images() - 1) / num_images()
    allocate(planes(mine%n, mine%n, room)[*], rows(mine%n, room, mine%n)[*])
    joined%mine => mine
    joined%planes => planes
    joined%rows => rows
  end subroutine set_up

  ! All batches.
  subroutine run(variant, joined, is_verified)
    character(len=*), intent(in) :: variant
    class(wired), intent(inout) :: joined
    logical, intent(in) :: is_verified
    integer(int64) :: bits
    real(real64) :: started, seconds, communication
    integer :: batch, trip
    do batch = 1, problem%batches
      call fill(mine, planes)
      sync all
      started = clock()
      do trip = 1, problem%trips
        call forward(joined)
        call backward(joined)
      end do
      seconds = elapsed(started)
      if (is_verified) call check(mine, planes)
      sync all
      call forward(joined)
      bits = digest_of(mine, rows)
      call co_sum(bits)
      bits = modulo(bits, digest_modulus)
      sync all
      started = clock()
      call rehearse(joined)
      communication = elapsed(started) * problem%trips / trips_apart
      if (this_image() == 1) then
        if (is_verified) call verify(problem, bits)
        call report('fft3d', problem%size, variant, num_images(), bits, seconds, communication)
      end if
      sync all
    end do
  end subroutine run

  ! From the first start to the last end of any image: one that shares its core may read its clock late.
  function elapsed(started) result(time)
    real(real64), intent(in) :: started
    real(real64) :: time, first
    time = clock()
    first = started
    call co_max(time)
    call co_min(first)
    time = time - first
  end function elapsed

end module fft3d_images
