! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The common part of all variants of the structured grid, without communication: the case, the five-point arithmetic,
! a serial run to compare with and the line of output. The square grid is divided among images by columns; its rim
! keeps its values.
module grid_kernel
  use, intrinsic :: iso_fortran_env, only: int64, real64, error_unit
  implicit none
  private
  public :: grid_case, read_case, share_of, start_value, relax, run_serially, differ, clock, report

  type :: grid_case
    integer :: side = 512         ! inner points along one side
    integer :: iterations = 100   ! timed ones; one more goes before them
  end type grid_case

contains

  ! Arguments of the command: [SIDE [ITERATIONS]].
  function read_case(images) result(problem)
    integer, intent(in) :: images
    type(grid_case) :: problem
    call read_argument(1, problem%side)
    call read_argument(2, problem%iterations)
    if (problem%side < images .or. problem%iterations < 1) then
      write (error_unit, '(3(a,i0))') 'grid: a side of ', problem%side, ' with ', problem%iterations, &
        ' iterations cannot be: at least 1 iteration and a column for each of the images, here ', images
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
    if (status /= 0) error stop 'grid: the arguments are [SIDE [ITERATIONS]], both of them numbers'
  end subroutine read_argument

  ! How many columns are the image's own, and how many lie before them.
  subroutine share_of(side, me, images, width, before)
    integer, intent(in) :: side, me, images
    integer, intent(out) :: width, before
    integer :: rest
    width = side / images
    rest = mod(side, images)
    before = (me - 1) * width + min(me - 1, rest)
    if (me <= rest) width = width + 1
  end subroutine share_of

  ! Something uneven, so that a value from the wrong position or the wrong step shows.
  elemental function start_value(row, column) result(value)
    integer, intent(in) :: row, column
    real(real64) :: value
    value = real(mod(7 * row + 13 * column + mod(row * column, 5), 31), real64) / 31
  end function start_value

  ! One column of the next state from three of the last; 0 and rows + 1 are the rim.
  pure subroutine relax(rows, left, middle, right, next)
    integer, intent(in) :: rows
    real(real64), intent(in) :: left(rows), middle(0:rows + 1), right(rows)
    real(real64), intent(inout) :: next(0:rows + 1)
    integer :: i
    do i = 1, rows
      next(i) = 0.25_real64 * ((middle(i + 1) + middle(i - 1)) + (right(i) + left(i)))
    end do
  end subroutine relax

  ! The whole grid after all iterations, the one before the timed ones included.
  subroutine run_serially(problem, field)
    type(grid_case), intent(in) :: problem
    real(real64), intent(out) :: field(problem%side, problem%side)
    real(real64), allocatable :: states(:, :, :)
    integer :: row, column, iteration, n
    n = problem%side
    allocate(states(0:n + 1, 0:n + 1, 0:1))
    do column = 0, n + 1
      states(:, column, 0) = [(start_value(row, column), row = 0, n + 1)]
      states(:, column, 1) = states(:, column, 0)
    end do
    do iteration = 0, problem%iterations
      associate (old => mod(iteration, 2), new => 1 - mod(iteration, 2))
        do column = 1, n
          call relax(n, states(1:n, column - 1, old), states(:, column, old), states(1:n, column + 1, old), &
            states(:, column, new))
        end do
      end associate
    end do
    field = states(1:n, 1:n, mod(problem%iterations + 1, 2))
  end subroutine run_serially

  ! Whether any bit differs.
  pure function differ(one, other) result(yes)
    real(real64), intent(in) :: one(:, :), other(:, :)
    logical :: yes
    integer :: i, j
    yes = .true.
    do j = 1, size(one, 2)
      do i = 1, size(one, 1)
        if (transfer(one(i, j), 0_int64) /= transfer(other(i, j), 0_int64)) return
      end do
    end do
    yes = .false.
  end function differ

  ! Seconds since something that is the same for all processes of the machine.
  function clock() result(seconds)
    real(real64) :: seconds
    integer(int64) :: ticks, rate
    call system_clock(ticks, rate)
    seconds = real(ticks, real64) / real(rate, real64)
  end function clock

  ! The line that the driver reads: MFlop/s, at four operations a point.
  subroutine report(problem, seconds)
    type(grid_case), intent(in) :: problem
    real(real64), intent(in) :: seconds
    print '(a,f0.3)', 'mflops ', 4.0e-6_real64 * problem%side * real(problem%side, real64) * problem%iterations / seconds
  end subroutine report

end module grid_kernel
