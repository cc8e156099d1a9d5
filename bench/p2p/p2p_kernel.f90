! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The common part of all variants of the pipelined point-to-point kernel, without communication: the case, the arithmetic, the
! check and the line of output. The pattern is sync_p2p of the Parallel Research Kernels, written here from its description.
!
! The grid is divided among images by its first index. A line is one value of the second index: within a line every point
! needs the one before it, so an image can work on a line only when its left neighbour has finished its own part of it.
module p2p_kernel
  use, intrinsic :: iso_fortran_env, only: int64, real64, error_unit
  implicit none
  private
  public :: p2p_case, read_case, share_of, set_borders, advance, is_verified, clock, report

  type :: p2p_case
    integer :: points = 1024      ! along a line, over all images
    integer :: lines = 1024
    integer :: iterations = 100   ! timed ones; one more goes before them
  end type p2p_case

contains

  ! Arguments of the command: [POINTS [LINES [ITERATIONS]]].
  function read_case(images) result(problem)
    integer, intent(in) :: images
    type(p2p_case) :: problem
    call read_argument(1, problem%points)
    call read_argument(2, problem%lines)
    call read_argument(3, problem%iterations)
    if (problem%points < 2 * images .or. problem%lines < 2 .or. problem%iterations < 1) then
      write (error_unit, '(4(a,i0))') 'p2p: ', problem%points, ' points on ', problem%lines, ' lines for ', &
        problem%iterations, ' iterations cannot be: at least 2 lines, 1 iteration and 2 points an image, here on ', images
      error stop 2
    end if
  end function read_case

  subroutine read_argument(position, value)
    integer, intent(in) :: position
    integer, intent(inout) :: value
    character(len=32) :: word
    integer :: status
    if (command_argument_count() < position) return
    call get_command_argument(position, word)
    read (word, *, iostat=status) value
    if (status /= 0) error stop 'p2p: the arguments are [POINTS [LINES [ITERATIONS]]], all of them numbers'
  end subroutine read_argument

  ! How many points of a line are the image's own, and how many lie before them.
  subroutine share_of(points, me, images, width, before)
    integer, intent(in) :: points, me, images
    integer, intent(out) :: width, before
    integer :: rest
    width = points / images
    rest = mod(points, images)
    before = (me - 1) * width + min(me - 1, rest)
    if (me <= rest) width = width + 1
  end subroutine share_of

  ! Zero inside; point p of line l has the value p on the first line, l at the first point, both counted from 0. Column 0 of
  ! `grid` is the halo, the left neighbour's last point.
  subroutine set_borders(grid, before)
    real(real64), intent(out) :: grid(0:, :)
    integer, intent(in) :: before
    integer :: i
    grid = 0
    grid(:, 1) = [(real(before + i - 1, real64), i = 0, ubound(grid, 1))]
    if (before == 0) grid(1, :) = [(real(i - 1, real64), i = 1, size(grid, 2))]
  end subroutine set_borders

  ! One line of one image from the line above. The brackets matter: with them one addition waits for the point before, not two.
  pure subroutine advance(above, line, first, last)
    integer, intent(in) :: first, last
    real(real64), intent(in) :: above(0:last)
    real(real64), intent(inout) :: line(0:last)
    real(real64) :: value
    integer :: i
    value = line(first - 1)
    do i = first, last
      value = value + (above(i) - above(i - 1))
      line(i) = value
    end do
  end subroutine advance

  ! The last point of the last line in closed form, after the timed iterations and the one before them. Exact: all are integers.
  pure function is_verified(problem, corner) result(yes)
    type(p2p_case), intent(in) :: problem
    real(real64), intent(in) :: corner
    logical :: yes
    yes = corner == (problem%iterations + 1.0_real64) * (problem%points + problem%lines - 2)
  end function is_verified

  ! Seconds since something that is the same for all processes of the machine.
  function clock() result(seconds)
    real(real64) :: seconds
    integer(int64) :: ticks, rate
    call system_clock(ticks, rate)
    seconds = real(ticks, real64) / real(rate, real64)
  end function clock

  ! The line that the driver reads: MFlop/s, at two operations a point.
  subroutine report(problem, seconds)
    type(p2p_case), intent(in) :: problem
    real(real64), intent(in) :: seconds
    print '(a,f0.3)', 'mflops ', &
      2.0e-6_real64 * (problem%points - 1.0_real64) * (problem%lines - 1.0_real64) * problem%iterations / seconds
  end subroutine report

end module p2p_kernel
