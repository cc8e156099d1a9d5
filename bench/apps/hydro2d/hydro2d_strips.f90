! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Strips of hydro2d: the neighbours of a rank, and packing. All fields of a group travel in one strip a neighbour; corners go to
! their owner directly.
module hydro2d_strips
  use, intrinsic :: iso_fortran_env, only: real64
  use hydro2d_kernel, only: part, get_group, first_axis, deep
  implicit none (type, external)
  private
  public :: link, links_of, room_of, pack, unpack

  ! A neighbour: its rank (from 0), the step to it along both axes, and its number among the eight directions; 9 less that is
  ! the opposite one.
  type :: link
    integer :: rank, step(2), direction
  end type link

contains

  ! The neighbours, with those along diagonals. An axis that is not divided needs none: `wrap` serves it.
  function links_of(mine) result(links)
    type(part), intent(in) :: mine
    type(link), allocatable :: links(:)
    integer :: dx, dy, direction, there(2)
    allocate(links(0))
    direction = 0
    do dy = -1, 1
      do dx = -1, 1
        if (dx == 0 .and. dy == 0) cycle
        direction = direction + 1
        if (any([dx, dy] /= 0 .and. mine%grid == 1)) cycle
        there = modulo(mine%place + [dx, dy], mine%grid)
        links = [links, link(there(1) + mine%grid(1) * there(2), [dx, dy], direction)]
      end do
    end do
  end function links_of

  ! Cells of a strip along one axis: the outermost own ones, or the halo beyond them. Along an axis that is not divided a strip
  ! has the halo too, which `wrap` has filled.
  pure subroutine get_range(mine, axis, step, depth, is_halo, low, high)
    type(part), intent(in) :: mine
    integer, intent(in) :: axis, step, depth
    logical, intent(in) :: is_halo
    integer, intent(out) :: low, high
    associate (n => mine%cells(axis))
      select case (step)
      case (0)
        low = merge(1 - depth, 1, mine%grid(axis) == 1)
        high = n + 1 - low
      case (-1)
        low = merge(1 - depth, 1, is_halo)
        high = low + depth - 1
      case default
        low = merge(n + 1, n - depth + 1, is_halo)
        high = low + depth - 1
      end select
    end associate
  end subroutine get_range

  ! The most values in a strip of any neighbour.
  pure function room_of(mine) result(room)
    type(part), intent(in) :: mine
    integer :: room
    room = 3 * deep * (maxval((mine%whole + mine%grid - 1) / mine%grid) + 2 * deep)
  end function room_of

  ! All fields of a group that go to a neighbour, in one strip of `length` values.
  subroutine pack(mine, group, to, strip, length)
    type(part), intent(in) :: mine
    integer, intent(in) :: group
    type(link), intent(in) :: to
    real(real64), contiguous, intent(inout) :: strip(:)
    integer, intent(out) :: length
    integer :: members(3), depths(3), count, f, i, j, x(2), y(2)
    call get_group(group, first_axis(mine), members, depths, count)
    length = 0
    do f = 1, count
      call get_range(mine, 1, to%step(1), depths(f), .false., x(1), x(2))
      call get_range(mine, 2, to%step(2), depths(f), .false., y(1), y(2))
      do j = y(1), y(2)
        do i = x(1), x(2)
          strip(length + i - x(1) + 1) = mine%field(i, j, members(f))
        end do
        length = length + x(2) - x(1) + 1
      end do
    end do
  end subroutine pack

  ! The strip that came from a neighbour.
  subroutine unpack(mine, group, from, strip)
    type(part), intent(inout) :: mine
    integer, intent(in) :: group
    type(link), intent(in) :: from
    real(real64), contiguous, intent(in) :: strip(:)
    integer :: members(3), depths(3), count, f, i, j, length, x(2), y(2)
    call get_group(group, first_axis(mine), members, depths, count)
    length = 0
    do f = 1, count
      call get_range(mine, 1, from%step(1), depths(f), .true., x(1), x(2))
      call get_range(mine, 2, from%step(2), depths(f), .true., y(1), y(2))
      do j = y(1), y(2)
        do i = x(1), x(2)
          mine%field(i, j, members(f)) = strip(length + i - x(1) + 1)
        end do
        length = length + x(2) - x(1) + 1
      end do
    end do
  end subroutine unpack

end module hydro2d_strips
