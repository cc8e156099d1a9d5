! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The common part of the coarray variants of jacobi3d: the pressure as a coarray, the batches and their times. A variant has the
! exchange alone. Puts go straight from the field to the neighbour's halo.
!
! A sweep reads one state and writes the other, and each state is exchanged in turn. So no image need report that its halo is
! free: a neighbour that exchanges a state again has received the other one from this image, which sent it after it had read the
! first one's halo for the last time.
module jacobi3d_images
  use, intrinsic :: iso_fortran_env, only: int64, real32, real64
  use app, only: clock, report
  use jacobi3d_kernel, only: jacobi_case, part, link, read_case, make_part, fill, links_of, sweep, residual_of, digest_of, &
    mixed, verify, exchanges_apart
  implicit none (type, external)
  private
  public :: set_up, start_batch, start_clock, advance, stop_clock, finish_batch, exchanges_apart
  real(real32), allocatable, target, public :: pressure(:, :, :, :)[:]   ! x, y, z, state
  type(jacobi_case), public, protected :: problem
  type(link), allocatable, public, protected :: links(:)
  integer, public, protected :: now                              ! the newest state
  type(part), public, protected :: mine
  integer(int64) :: units
  real(real64) :: started, seconds

contains

  subroutine set_up()
    problem = read_case()
    mine = make_part(problem, this_image() - 1, num_images())
    allocate(links, source=links_of(mine))
    allocate(pressure(0:mine%points(1) + 1, 0:mine%room(1) + 1, 0:mine%room(2) + 1, 0:1)[*])
  end subroutine set_up

  ! State 0 is to be exchanged next.
  subroutine start_batch()
    sync all
    call fill(mine, pressure)
    now = 0
    sync all
  end subroutine start_batch

  subroutine start_clock()
    sync all
    started = clock()
  end subroutine start_clock

  subroutine advance()
    call sweep(mine, pressure(:, :, :, now), pressure(:, :, :, 1 - now))
    now = 1 - now
  end subroutine advance

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
    units = residual_of(mine, pressure(:, :, :, 1 - now), pressure(:, :, :, now))
    call co_sum(units)
    seconds = elapsed()
  end subroutine stop_clock

  ! The exchanges since the clock was started again are those that are timed alone. They change nothing: both states have been
  ! exchanged before.
  subroutine finish_batch(variant, is_verified)
    character(len=*), intent(in) :: variant
    logical, intent(in) :: is_verified
    integer(int64) :: bits
    real(real64) :: communication
    communication = elapsed() * problem%iterations / exchanges_apart
    bits = digest_of(mine, pressure(:, :, :, now))
    call co_sum(bits)
    bits = mixed(bits, units)
    if (this_image() == 1) then
      if (is_verified) call verify(problem, bits)
      call report('jacobi3d', problem%size, variant, num_images(), bits, seconds, communication)
    end if
  end subroutine finish_batch

end module jacobi3d_images
