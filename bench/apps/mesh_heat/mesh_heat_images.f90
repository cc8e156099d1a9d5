! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The common part of the coarray variants of mesh_heat: the heat as a coarray, the batches and their times. A variant has the
! exchange alone. Cells that a neighbour needs are gathered, and put straight into its copies of them.
!
! A step reads one state and writes the other, and each state is exchanged in turn. So no image need report that its copies are
! free: a neighbour that exchanges a state again has received the other one from this image, which sent it after it had read the
! first one's copies for the last time.
module mesh_heat_images
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use app, only: clock, digest_modulus, report
  use mesh_heat_kernel, only: heat_case, part, read_case, make_part, fill, advance, digest_of, verify, steps_apart
  implicit none (type, external)
  private
  public :: set_up, start_batch, start_clock, step, stop_clock, finish_batch, gather, steps_apart
  real(real64), allocatable, target, public :: heat(:, :)[:]     ! cell, state
  real(real64), allocatable, public, protected :: outgoing(:)    ! the cells that are sent, by neighbour
  integer, allocatable, public, protected :: into(:)             ! the first of a neighbour's copies of this image's cells
  type(heat_case), public, protected :: problem
  type(part), public, protected :: mine
  integer, public, protected :: now                              ! the newest state
  real(real64) :: started, seconds

contains

  subroutine set_up()
    integer, allocatable :: offers(:)[:]
    integer :: room, n
    problem = read_case()
    mine = make_part(problem, this_image() - 1, num_images())
    room = mine%owned + size(mine%needed) + 1
    call co_max(room)
    allocate(heat(room, 0:1)[*], outgoing(size(mine%sent)), offers(num_images())[*])
    do n = 1, size(mine%owner)
      offers(this_image())[mine%owner(n) + 1] = mine%owned + mine%first(n)
    end do
    sync all
    into = offers(mine%owner + 1)
  end subroutine set_up

  ! State 0 is to be exchanged next.
  subroutine start_batch()
    sync all
    call fill(mine, heat(:, 0:1))
    now = 0
    sync all
  end subroutine start_batch

  subroutine start_clock()
    sync all
    started = clock()
  end subroutine start_clock

  ! The cells that a neighbour needs, in their place of `outgoing`.
  subroutine gather(n, state, low, high)
    integer, intent(in) :: n, state
    integer, intent(out) :: low, high
    integer :: i
    low = mine%first_sent(n)
    high = mine%first_sent(n + 1) - 1
    do i = low, high
      outgoing(i) = heat(mine%sent(i), state)
    end do
  end subroutine gather

  subroutine step()
    call advance(mine, heat(:, now), heat(:, 1 - now))
    now = 1 - now
  end subroutine step

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

  ! The exchanges since the clock was started again are those that are timed alone; they change copies alone.
  subroutine finish_batch(variant, is_verified)
    character(len=*), intent(in) :: variant
    logical, intent(in) :: is_verified
    integer(int64) :: bits
    real(real64) :: communication
    communication = elapsed() * problem%steps / steps_apart
    bits = digest_of(mine, heat(:, now))
    call co_sum(bits)
    bits = modulo(bits, digest_modulus)
    if (this_image() == 1) then
      if (is_verified) call verify(problem, bits)
      call report('mesh_heat', problem%size, variant, num_images(), bits, seconds, communication)
    end if
  end subroutine finish_batch

end module mesh_heat_images
