! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The common part of the coarray variants of hydro2d: strips as coarrays, the batches and their times. A variant has the exchange
! and the minimum.
!
! Strips lie in two buffers that are used in turn. So no image need report that one is free: a neighbour that fills it again has
! received the other one from this image, which sent it after it had unpacked the first.
module hydro2d_images
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use app, only: clock, digest_modulus, report
  use hydro2d_kernel, only: hydro_case, part, read_case, make_part, fill, compute, wrap, digest_of, verify, steps_apart
  use hydro2d_strips, only: link, links_of, room_of, pack, unpack
  implicit none (type, external)
  private
  public :: set_up, start_batch, start_clock, stop_clock, finish_batch, compute, wrap, pack, unpack, steps_apart
  real(real64), allocatable, public :: strips(:, :, :)[:]     ! values, direction from which they come, buffer
  real(real64), allocatable, public :: outgoing(:)
  type(part), public, target :: mine
  type(hydro_case), public, protected :: problem
  type(link), allocatable, public, protected :: links(:)
  real(real64) :: started, seconds

contains

  subroutine set_up()
    problem = read_case(num_images())
    mine = make_part(problem, this_image() - 1, num_images())
    allocate(links, source=links_of(mine))
    allocate(strips(room_of(mine), 8, 0:1)[*], outgoing(room_of(mine)))
  end subroutine set_up

  subroutine start_batch()
    call fill(mine)
    call start_clock()
  end subroutine start_batch

  subroutine start_clock()
    sync all
    started = clock()
  end subroutine start_clock

  ! From the first start to the last end of any image: one that shares its core may read its clock late.
  function elapsed() result(time)
    real(real64) :: time, first
    time = clock()
    first = started
    call co_max(time)
    call co_min(first)
    time = time - first
  end function elapsed

  subroutine stop_clock()
    seconds = elapsed()
  end subroutine stop_clock

  ! The exchanges since the clock was started again are those that are timed alone; they change halos alone.
  subroutine finish_batch(variant, is_verified)
    character(len=*), intent(in) :: variant
    logical, intent(in) :: is_verified
    integer(int64) :: bits
    real(real64) :: communication
    communication = elapsed() * problem%steps / steps_apart
    bits = digest_of(mine)
    call co_sum(bits)
    bits = modulo(bits, digest_modulus)
    if (this_image() == 1) then
      if (is_verified) call verify(problem, bits)
      call report('hydro2d', problem%size, variant, problem%ranks, bits, seconds, communication)
    end if
  end subroutine finish_batch

end module hydro2d_images
