! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The common part of all coarray variants: the grid, the clock and the check. Each variant moves one value a line to
! the right neighbour, and waits for the left one's.
module p2p_images
  use, intrinsic :: iso_fortran_env, only: real64
  use p2p_kernel, only: p2p_case, read_case, share_of, set_borders, advance, is_verified, clock, report
  implicit none
  private
  public :: set_up, compute, start_clock, finish
  real(real64), allocatable, public :: grid(:, :)[:]   ! (0:width, lines); column 0 is written by the left neighbour
  type(p2p_case), public, protected :: problem
  integer, public, protected :: me, images, width
  integer :: first                                     ! the first point this image computes
  real(real64) :: started

contains

  subroutine set_up()
    integer :: before, widest, none
    me = this_image()
    images = num_images()
    problem = read_case(images)
    call share_of(problem%points, 1, images, widest, none)
    call share_of(problem%points, me, images, width, before)
    first = merge(2, 1, me == 1)
    allocate(grid(0:widest, problem%lines)[*])
    call set_borders(grid, before)
    sync all   ! a neighbour's first put must find the grid cleared; notified puts come early enough to show where this is missing
  end subroutine set_up

  subroutine compute(line)
    integer, intent(in) :: line
    call advance(grid(:, line - 1), grid(:, line), first, width)
  end subroutine compute

  ! From the first image that starts to the last one that ends: where images share cores, image 1 may come late to its clock.
  subroutine start_clock()
    sync all
    started = clock()
  end subroutine start_clock

  ! Stops the clock, and with `verify` the program too where the result is wrong.
  subroutine finish(verify)
    logical, intent(in) :: verify
    real(real64) :: seconds
    seconds = clock()
    call co_max(seconds)
    call co_min(started)
    seconds = seconds - started
    if (verify .and. me == images) then
      if (.not. is_verified(problem, grid(width, problem%lines))) error stop 'p2p: the value of the last point is wrong'
    end if
    sync all
    if (me == 1) call report(problem, seconds)
  end subroutine finish

end module p2p_images
