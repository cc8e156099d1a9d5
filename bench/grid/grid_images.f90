! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The common part of the coarray variants of the grid kernel. Each variant moves its outer columns to its neighbours and
! waits for theirs.
!
! Halos are double-buffered: a neighbour may finish the next step, and put its column of it, before this image
! has read the one of this step. It cannot be two steps ahead, since it needs this image's column in between.
module grid_images
  use, intrinsic :: iso_fortran_env, only: real64
  use grid_kernel, only: grid_case, read_case, share_of, start_value, relax, run_serially, differ, clock, report
  implicit none
  private
  public :: set_up, compute, start_clock, finish
  real(real64), allocatable, public :: left_halo(:, :)[:], right_halo(:, :)[:]   ! (side, 0:1), written by the neighbours
  type(grid_case), public, protected :: problem
  integer, public, protected :: me, images, side, width
  logical, public, protected :: has_left, has_right
  real(real64), allocatable, public, protected :: field(:, :, :)                  ! (0:side + 1, width, 0:1)
  integer :: before
  real(real64) :: started

contains

  subroutine set_up()
    integer :: row, column
    me = this_image()
    images = num_images()
    problem = read_case(images)
    side = problem%side
    has_left = me > 1
    has_right = me < images
    call share_of(side, me, images, width, before)
    allocate(left_halo(side, 0:1)[*], right_halo(side, 0:1)[*])
    allocate(field(0:side + 1, width, 0:1))
    do column = 1, width
      field(:, column, 0) = [(start_value(row, before + column), row = 0, side + 1)]
    end do
    field(:, :, 1) = field(:, :, 0)
    left_halo = spread([(start_value(row, before), row = 1, side)], 2, 2)
    right_halo = spread([(start_value(row, before + width + 1), row = 1, side)], 2, 2)
    sync all   ! the neighbours' first puts must find the halos set
  end subroutine set_up

  ! Columns `from` to `to` of the state `new` from the other one.
  subroutine compute(from, to, new)
    integer, intent(in) :: from, to, new
    integer :: column
    associate (old => 1 - new)
      do column = from, to
        if (column > 1 .and. column < width) then
          call relax(side, field(1:side, column - 1, old), field(:, column, old), field(1:side, column + 1, old), &
            field(:, column, new))
        else if (width == 1) then
          call relax(side, left_halo(:, old), field(:, column, old), right_halo(:, old), field(:, column, new))
        else if (column == 1) then
          call relax(side, left_halo(:, old), field(:, column, old), field(1:side, column + 1, old), field(:, column, new))
        else
          call relax(side, field(1:side, column - 1, old), field(:, column, old), right_halo(:, old), field(:, column, new))
        end if
      end do
    end associate
  end subroutine compute

  ! The time runs from the first start to the last end of any image: an image that shares its core may read its clock late.
  subroutine start_clock()
    sync all
    started = clock()
  end subroutine start_clock

  ! Prints the time. With verify, ends with an error where a bit differs from a serial run.
  subroutine finish(verify)
    logical, intent(in) :: verify
    real(real64), allocatable :: expected(:, :)
    real(real64) :: seconds
    seconds = clock()
    call co_max(seconds)
    call co_min(started)
    seconds = seconds - started
    if (verify) then
      allocate(expected(side, side))
      if (me == 1) call run_serially(problem, expected)
      call co_broadcast(expected, 1)
      if (differ(field(1:side, :, mod(problem%iterations + 1, 2)), expected(:, before + 1:before + width))) &
        error stop 'grid: the result differs from that of a serial run'
    end if
    sync all
    if (me == 1) call report(problem, seconds)
  end subroutine finish

end module grid_images
