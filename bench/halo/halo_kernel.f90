! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The common part of all forms of the halo exchange, without communication: the case, a rank's part of the fields, packing, the
! stencil, and a serial run to compare with. East and west meet, as on a globe; beyond the first and last row values never change.
module halo_kernel
  use, intrinsic :: iso_fortran_env, only: int64, real64, error_unit
  implicit none (type, external)
  private
  public :: halo_case, part, widest, fields, exchanges_of_step, east_west, north_south, low, high
  public :: read_case, share_of, make_part, fill, strip_length, bounds_of, pack, unpack, apply_stencil, expected_part, differ
  public :: digest, digest_modulus, clock

  integer, parameter :: fields = 3, widest = 5              ! the deepest halo of any exchange
  integer, parameter :: east_west = 1, north_south = 2      ! axes
  integer, parameter :: low = 1, high = 2                   ! sides: west and east, south and north
  ! One step of the model: which field is exchanged, how deep, and then stepped.
  integer, parameter :: exchanges_of_step(2, 6) = reshape([1, 1, 2, 2, 3, 5, 1, 2, 2, 1, 3, 1], [2, 6])

  integer(int64), parameter :: digest_modulus = 36028797018963913_int64   ! prime, below 2**55

  type :: halo_case
    integer :: nx = 448, ny = 616, levels = 70
    integer :: px = 0, py = 0            ! process grid; 0: as MPI_Dims_create has it
    character(len=128) :: forms = 'all'
    real(real64) :: seconds = 0.1_real64 ! that a batch shall take
    integer :: batches = 3
  end type halo_case

  ! One rank's columns: nx x ny of them, after the first x0 and y0. Its field has `widest` more on each side.
  type :: part
    integer :: nx, ny, x0, y0
    real(real64), allocatable :: field(:, :, :, :)
  end type part

contains

  ! Arguments of the command: [NX NY LEVELS [PX PY [FORMS [SECONDS [BATCHES]]]]].
  function read_case() result(problem)
    type(halo_case) :: problem
    character(len=128) :: word(8)
    integer :: i, status(8)
    status = 0
    do i = 1, min(8, command_argument_count())
      call get_command_argument(i, word(i))
    end do
    associate (given => command_argument_count())
      if (given >= 1) read (word(1), *, iostat=status(1)) problem%nx
      if (given >= 2) read (word(2), *, iostat=status(2)) problem%ny
      if (given >= 3) read (word(3), *, iostat=status(3)) problem%levels
      if (given >= 4) read (word(4), *, iostat=status(4)) problem%px
      if (given >= 5) read (word(5), *, iostat=status(5)) problem%py
      if (given >= 6) problem%forms = word(6)
      if (given >= 7) read (word(7), *, iostat=status(7)) problem%seconds
      if (given >= 8) read (word(8), *, iostat=status(8)) problem%batches
    end associate
    if (any(status /= 0) .or. min(problem%nx, problem%ny, problem%levels) < 1) then
      write (error_unit, '(a)') 'halo: the arguments are [NX NY LEVELS [PX PY [FORMS [SECONDS [BATCHES]]]]]'
      error stop 2
    end if
  end function read_case

  ! How many of `all` are the own ones of part `me` (from 0) of `parts`, and how many lie before them.
  pure subroutine share_of(all, me, parts, own, before)
    integer, intent(in) :: all, me, parts
    integer, intent(out) :: own, before
    own = all / parts + merge(1, 0, me < mod(all, parts))
    before = me * (all / parts) + min(me, mod(all, parts))
  end subroutine share_of

  ! The part at column x and row y (from 0) of the process grid.
  function make_part(problem, x, y) result(mine)
    type(halo_case), intent(in) :: problem
    integer, intent(in) :: x, y
    type(part) :: mine
    call share_of(problem%nx, x, problem%px, mine%nx, mine%x0)
    call share_of(problem%ny, y, problem%py, mine%ny, mine%y0)
    allocate(mine%field(1 - widest:mine%nx + widest, 1 - widest:mine%ny + widest, problem%levels, fields))
  end function make_part

  ! Something uneven, so that a value from the wrong position or the wrong step shows.
  elemental function start_value(i, j, k, f) result(value)
    integer, intent(in) :: i, j, k, f
    real(real64) :: value
    value = real(modulo(7 * i + 13 * j + 29 * k + 3 * f + mod(modulo(i, 64) * modulo(j, 64), 5), 127), real64) / 127
  end function start_value

  ! A level of a field before the first step, its rim included; i0 and j0 columns and rows lie before it.
  pure subroutine fill_level(level, i0, j0, k, f, nx)
    real(real64), contiguous, intent(out) :: level(1 - widest:, 1 - widest:)
    integer, intent(in) :: i0, j0, k, f, nx
    integer :: i, j
    do j = 1 - widest, ubound(level, 2)
      do i = 1 - widest, ubound(level, 1)
        level(i, j) = start_value(modulo(i0 + i - 1, nx) + 1, j0 + j, k, f)
      end do
    end do
  end subroutine fill_level

  ! The start. Halos that an exchange must fill hold what no field has.
  subroutine fill(mine, problem)
    type(part), intent(inout) :: mine
    type(halo_case), intent(in) :: problem
    integer :: k, f, first, last
    first = merge(1 - widest, 1, mine%y0 == 0)
    last = mine%ny + merge(widest, 0, mine%y0 + mine%ny == problem%ny)
    do f = 1, fields
      do k = 1, problem%levels
        call fill_level(mine%field(:, :, k, f), mine%x0, mine%y0, k, f, problem%nx)
        mine%field(:0, 1:mine%ny, k, f) = -1
        mine%field(mine%nx + 1:, 1:mine%ny, k, f) = -1
        mine%field(:, :first - 1, k, f) = -1
        mine%field(:, last + 1:, k, f) = -1
      end do
    end do
  end subroutine fill

  ! Values in a strip. North and south come second and take the corners with them.
  pure function strip_length(mine, axis, depth) result(length)
    type(part), intent(in) :: mine
    integer, intent(in) :: axis, depth
    integer :: length
    length = depth * size(mine%field, 3) * merge(mine%ny, mine%nx + 2 * depth, axis == east_west)
  end function strip_length

  ! First and last of columns and rows of a strip: the outermost own ones, or the halo beyond them.
  pure function bounds_of(mine, axis, side, depth, is_halo) result(bounds)
    type(part), intent(in) :: mine
    integer, intent(in) :: axis, side, depth
    logical, intent(in) :: is_halo
    integer :: bounds(4), from, own
    own = merge(mine%nx, mine%ny, axis == east_west)
    from = merge(1, own - depth + 1, side == low)
    if (is_halo) from = merge(1 - depth, own + 1, side == low)
    if (axis == east_west) then
      bounds = [from, from + depth - 1, 1, mine%ny]
    else
      bounds = [1 - depth, mine%nx + depth, from, from + depth - 1]
    end if
  end function bounds_of

  subroutine pack(mine, f, axis, side, depth, strip)
    type(part), intent(in) :: mine
    integer, intent(in) :: f, axis, side, depth
    real(real64), contiguous, intent(inout) :: strip(:)
    integer :: b(4), i, j, k, n
    b = bounds_of(mine, axis, side, depth, is_halo=.false.)
    n = 0
    do k = 1, size(mine%field, 3)
      do j = b(3), b(4)
        do i = b(1), b(2)
          strip(n + i - b(1) + 1) = mine%field(i, j, k, f)
        end do
        n = n + b(2) - b(1) + 1
      end do
    end do
  end subroutine pack

  subroutine unpack(mine, f, axis, side, depth, strip)
    type(part), intent(inout) :: mine
    integer, intent(in) :: f, axis, side, depth
    real(real64), contiguous, intent(in) :: strip(:)
    integer :: b(4), i, j, k, n
    b = bounds_of(mine, axis, side, depth, is_halo=.true.)
    n = 0
    do k = 1, size(mine%field, 3)
      do j = b(3), b(4)
        do i = b(1), b(2)
          mine%field(i, j, k, f) = strip(n + i - b(1) + 1)
        end do
        n = n + b(2) - b(1) + 1
      end do
    end do
  end subroutine unpack

  ! Each inner point of a level from itself and its neighbours up to `depth` away, across and along the diagonals.
  pure subroutine step_level(level, next, depth)
    real(real64), contiguous, intent(inout) :: level(1 - widest:, 1 - widest:)
    real(real64), contiguous, intent(inout) :: next(1 - widest:, 1 - widest:)
    integer, intent(in) :: depth
    integer :: i, j, s, nx, ny
    real(real64) :: weight
    nx = ubound(level, 1) - widest
    ny = ubound(level, 2) - widest
    weight = 0.0625_real64 / depth
    do j = 1, ny
      next(1:nx, j) = 0.5_real64 * level(1:nx, j)
      do s = 1, depth
        do i = 1, nx
          next(i, j) = next(i, j) + weight * ((level(i - s, j) + level(i + s, j)) + (level(i, j - s) + level(i, j + s)) &
            + ((level(i - s, j - s) + level(i + s, j + s)) + (level(i + s, j - s) + level(i - s, j + s))))
        end do
      end do
    end do
    level(1:nx, 1:ny) = next(1:nx, 1:ny)
  end subroutine step_level

  subroutine apply_stencil(mine, f, depth)
    type(part), intent(inout) :: mine
    integer, intent(in) :: f, depth
    real(real64), allocatable :: next(:, :)
    integer :: k
    allocate(next(1 - widest:mine%nx + widest, 1 - widest:mine%ny + widest))
    do k = 1, size(mine%field, 3)
      call step_level(mine%field(:, :, k, f), next, depth)
    end do
  end subroutine apply_stencil

  ! The right contents of the part after so many steps, halos included, from a serial run of the whole field by levels.
  function expected_part(problem, like, steps) result(expected)
    type(halo_case), intent(in) :: problem
    type(part), intent(in) :: like
    integer, intent(in) :: steps
    type(part) :: expected
    real(real64), allocatable :: level(:, :), next(:, :)
    integer :: f, k
    expected%nx = like%nx
    expected%ny = like%ny
    allocate(expected%field, mold=like%field)
    allocate(level(1 - widest:problem%nx + widest, 1 - widest:problem%ny + widest))
    allocate(next, mold=level)
    do f = 1, fields
      do k = 1, problem%levels
        call fill_level(level, 0, 0, k, f, problem%nx)
        call run_level(level, next, f, steps)
        expected%field(:, :, k, f) = level(like%x0 + 1 - widest:like%x0 + like%nx + widest, &
          like%y0 + 1 - widest:like%y0 + like%ny + widest)
      end do
    end do
  end function expected_part

  pure subroutine run_level(level, next, f, steps)
    real(real64), contiguous, intent(inout) :: level(1 - widest:, 1 - widest:), next(1 - widest:, 1 - widest:)
    integer, intent(in) :: f, steps
    integer :: step, e
    do step = 1, steps
      do e = 1, size(exchanges_of_step, 2)
        if (exchanges_of_step(1, e) /= f) cycle
        call meet(level)
        call step_level(level, next, exchanges_of_step(2, e))
      end do
    end do
    call meet(level)
  end subroutine run_level

  ! East meets west.
  pure subroutine meet(level)
    real(real64), contiguous, intent(inout) :: level(1 - widest:, 1 - widest:)
    integer :: nx, ny
    nx = ubound(level, 1) - widest
    ny = ubound(level, 2) - widest
    level(1 - widest:0, 1:ny) = level(nx - widest + 1:nx, 1:ny)
    level(nx + 1:nx + widest, 1:ny) = level(1:widest, 1:ny)
  end subroutine meet

  ! The first position where any bit differs, halos included; 0 where none does.
  pure function differ(one, other) result(position)
    real(real64), intent(in) :: one(:, :, :, :), other(:, :, :, :)
    integer :: position(4), i, j, k, f
    do f = 1, size(one, 4)
      do k = 1, size(one, 3)
        do j = 1, size(one, 2)
          do i = 1, size(one, 1)
            position = [i, j, k, f]
            if (transfer(one(i, j, k, f), 0_int64) /= transfer(other(i, j, k, f), 0_int64)) return
          end do
        end do
      end do
    end do
    position = 0
  end function differ

  ! A sum of all bits of the own points, each half value weighted by its position in the whole field. Parts are added, modulo
  ! `digest_modulus`.
  pure function digest(mine, problem) result(bits)
    type(part), intent(in) :: mine
    type(halo_case), intent(in) :: problem
    integer(int64), parameter :: weights = 536870909_int64   ! prime, below 2**29
    integer(int64) :: bits, position, value, halves(2)
    integer :: i, j, k, f
    bits = 0
    do f = 1, fields
      do k = 1, problem%levels
        do j = 1, mine%ny
          do i = 1, mine%nx
            position = i + mine%x0 + problem%nx * (j + mine%y0 + problem%ny * int(k + problem%levels * f, int64))
            value = transfer(mine%field(i, j, k, f), 0_int64)
            halves = [ibits(value, 0, 32), ibits(value, 32, 32)]
            bits = mod(bits + mod(halves(1) * mod(position, weights) + &
              halves(2) * mod(2 * position + 1, weights), digest_modulus), digest_modulus)
          end do
        end do
      end do
    end do
  end function digest

  ! Seconds since something that is the same for all processes of the machine.
  function clock() result(seconds)
    real(real64) :: seconds
    integer(int64) :: ticks, rate
    call system_clock(ticks, rate)
    seconds = real(ticks, real64) / real(rate, real64)
  end function clock

end module halo_kernel
