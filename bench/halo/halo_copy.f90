! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The floor under all forms of the halo exchange: one process alone copies the strips that a rank sends in an exchange, each
! straight from its place in one array to its place in the halo of another, by plain loops. The halos must be those that packing
! and unpacking fill. Prints lines as `halo` does; there are no two directions that take turns.
program halo_copy
  use, intrinsic :: ieee_arithmetic, only: ieee_value, ieee_quiet_nan
  use, intrinsic :: iso_fortran_env, only: int64, real64, error_unit
  use halo_kernel
  implicit none (type, external)
  integer, parameter :: depths(4) = [1, 2, 5, 0]   ! 0: the exchanges of a step
  type(halo_case) :: problem
  type(part) :: from, to
  integer :: batch, at, rounds(size(depths)) = 0
  real(real64) :: seconds, undivided

  problem = read_case()
  problem%px = max(1, problem%px)
  problem%py = max(1, problem%py)
  from = make_part(problem, min(1, problem%px - 1), min(1, problem%py - 1))   ! in the middle, where there is one
  call fill(from, problem)
  to = from
  to%field = 0
  undivided = ieee_value(undivided, ieee_quiet_nan)
  call verify()
  do batch = 1, problem%batches
    do at = 1, size(depths)
      if (rounds(at) == 0) rounds(at) = max(3, min(100000, int(problem%seconds / time(depths(at), 3))))
      seconds = time(depths(at), rounds(at))
      print '(a,i0,3(1x,f0.3))', 'halo copy ', depths(at), undivided, undivided, 1.0e6_real64 * seconds
    end do
  end do
  call verify()

contains

  ! The strip that a neighbour at `side` would send: the own cells at the other side of `from`.
  subroutine copy_strip(f, axis, side, depth)
    integer, intent(in) :: f, axis, side, depth
    integer :: halo(4), own(4), i, j, k
    halo = bounds_of(to, axis, side, depth, is_halo=.true.)
    own = bounds_of(from, axis, 3 - side, depth, is_halo=.false.)
    do k = 1, problem%levels
      do j = halo(3), halo(4)
        do i = halo(1), halo(2)
          to%field(i, j, k, f) = from%field(i + own(1) - halo(1), j + own(3) - halo(3), k, f)
        end do
      end do
    end do
  end subroutine copy_strip

  ! East and west have neighbours, be they the rank itself; north and south have one or two where the grid has several rows.
  subroutine exchange(f, depth)
    integer, intent(in) :: f, depth
    integer :: side
    do side = low, high
      call copy_strip(f, east_west, side, depth)
    end do
    if (problem%py > 2) call copy_strip(f, north_south, low, depth)
    if (problem%py > 1) call copy_strip(f, north_south, high, depth)
  end subroutine exchange

  function time(depth, number) result(each)
    integer, intent(in) :: depth, number
    real(real64) :: each
    integer :: round, e
    each = clock()
    do round = 1, number
      if (depth > 0) then
        call exchange(1 + mod(round, fields), depth)
        cycle
      end if
      do e = 1, size(exchanges_of_step, 2)
        call exchange(exchanges_of_step(1, e), exchanges_of_step(2, e))
      end do
    end do
    each = (clock() - each) / number
  end function time

  subroutine verify()
    real(real64), allocatable :: found(:, :, :, :)
    integer :: f, position(4)
    do f = 1, fields
      call exchange(f, widest)
    end do
    found = to%field
    to%field = 0
    do f = 1, fields
      call repack(f, east_west, low)
      call repack(f, east_west, high)
      if (problem%py > 2) call repack(f, north_south, low)
      if (problem%py > 1) call repack(f, north_south, high)
    end do
    position = differ(found, to%field)
    if (all(position == 0)) return
    write (error_unit, '(a,4(1x,i0))') 'halo: the copy differs from packed strips at i j k field', position
    error stop 1
  end subroutine verify

  subroutine repack(f, axis, side)
    integer, intent(in) :: f, axis, side
    real(real64), allocatable :: strip(:)
    allocate(strip(strip_length(from, axis, widest)))
    call pack(from, f, axis, 3 - side, widest, strip)
    call unpack(to, f, axis, side, widest, strip)
  end subroutine repack

end program halo_copy
