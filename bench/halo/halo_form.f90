! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The interface of a form of the halo exchange. In a form by strips, they go from and to buffers of its own, along one axis at
! a time: an exchange is `open`, then for each side the strip is packed and `send`, then `wait`, after which `incoming` locates
! the received strips.
module halo_form
  use, intrinsic :: iso_fortran_env, only: real64
  use mpi
  use halo_kernel, only: part, low, high, east_west, north_south, strip_length, pack, unpack, clock
  implicit none (type)
  private
  public :: lane, strip, form_type, strip_form, make_lanes

  ! The processes of one row or column of the grid, and the two beside this one: MPI_PROC_NULL beyond the first and last row.
  type :: lane
    integer :: comm = MPI_COMM_NULL
    integer :: neighbour(2) = MPI_PROC_NULL
    integer :: group = MPI_GROUP_NULL      ! of the neighbours, each once
    integer :: room = 0                    ! values in the longest strip
  end type lane

  type :: strip
    real(real64), pointer, contiguous :: values(:) => null()
  end type strip

  type, abstract :: form_type
    type(lane) :: lanes(2)
    type(strip) :: outgoing(2), incoming(2)   ! by side
  contains
    procedure(begin_form), deferred :: begin
    procedure(exchange_field), deferred :: exchange
    procedure(end_form), deferred :: end
  end type form_type

  type, abstract, extends(form_type) :: strip_form
  contains
    procedure(open_exchange), deferred :: open
    procedure(send_strip), deferred :: send
    procedure(wait_for_strips), deferred :: wait
    procedure :: exchange => exchange_strips
  end type strip_form

  abstract interface
    ! Collective: once, before the first exchange.
    subroutine begin_form(form)
      import :: form_type
      class(form_type), intent(inout) :: form
    end subroutine begin_form

    ! An exchange of one field in both directions; adds the seconds that each took.
    subroutine exchange_field(form, mine, f, depth, seconds)
      import :: form_type, part, real64
      class(form_type), intent(inout) :: form
      type(part), intent(inout), target :: mine
      integer, intent(in) :: f, depth
      real(real64), intent(inout) :: seconds(2)
    end subroutine exchange_field

    ! An exchange along `axis` of strips of `length` values.
    subroutine open_exchange(form, axis, length)
      import :: strip_form
      class(strip_form), intent(inout) :: form
      integer, intent(in) :: axis, length
    end subroutine open_exchange

    ! The strip in `outgoing` to the neighbour at `side`.
    subroutine send_strip(form, axis, side, length)
      import :: strip_form
      class(strip_form), intent(inout) :: form
      integer, intent(in) :: axis, side, length
    end subroutine send_strip

    ! Until the strips from both neighbours are here; they stay until the next exchange.
    subroutine wait_for_strips(form, axis)
      import :: strip_form
      class(strip_form), intent(inout) :: form
      integer, intent(in) :: axis
    end subroutine wait_for_strips

    subroutine end_form(form)
      import :: form_type
      class(form_type), intent(inout) :: form
    end subroutine end_form
  end interface

contains

  subroutine exchange_strips(form, mine, f, depth, seconds)
    class(strip_form), intent(inout) :: form
    type(part), intent(inout), target :: mine
    integer, intent(in) :: f, depth
    real(real64), intent(inout) :: seconds(2)
    real(real64) :: times(3)
    times(1) = clock()
    call exchange_axis(form, mine, f, east_west, depth)
    times(2) = clock()
    call exchange_axis(form, mine, f, north_south, depth)
    times(3) = clock()
    seconds = seconds + times(2:3) - times(1:2)
  end subroutine exchange_strips

  subroutine exchange_axis(form, mine, f, axis, depth)
    class(strip_form), intent(inout) :: form
    type(part), intent(inout) :: mine
    integer, intent(in) :: f, axis, depth
    integer :: side, length
    length = strip_length(mine, axis, depth)
    call form%open(axis, length)
    do side = low, high
      if (form%lanes(axis)%neighbour(side) == MPI_PROC_NULL) cycle
      call pack(mine, f, axis, side, depth, form%outgoing(side)%values)
      call form%send(axis, side, length)
    end do
    call form%wait(axis)
    do side = low, high
      if (form%lanes(axis)%neighbour(side) == MPI_PROC_NULL) cycle
      call unpack(mine, f, axis, side, depth, form%incoming(side)%values)
    end do
  end subroutine exchange_axis

  ! Collective. Row and column of this process in the grid, x fastest; rooms: values in the longest strip of each axis.
  function make_lanes(px, py, rooms) result(lanes)
    integer, intent(in) :: px, py, rooms(2)
    type(lane) :: lanes(2)
    integer :: me, x, y, error
    call MPI_Comm_rank(MPI_COMM_WORLD, me, error)
    x = mod(me, px)
    y = me / px
    call MPI_Comm_split(MPI_COMM_WORLD, y, x, lanes(1)%comm, error)
    call MPI_Comm_split(MPI_COMM_WORLD, x, y, lanes(2)%comm, error)
    lanes(1)%neighbour = [modulo(x - 1, px), modulo(x + 1, px)]
    lanes(2)%neighbour = [merge(y - 1, MPI_PROC_NULL, y > 0), merge(y + 1, MPI_PROC_NULL, y < py - 1)]
    lanes%room = rooms
    call make_group(lanes(1))
    call make_group(lanes(2))
  end function make_lanes

  ! A group names nobody twice; in a ring of two both neighbours are the same.
  subroutine make_group(this)
    type(lane), intent(inout) :: this
    integer :: all, error, number, ranks(2)
    ranks(1) = this%neighbour(low)
    number = 1
    if (this%neighbour(low) == MPI_PROC_NULL) number = 0
    if (this%neighbour(high) /= MPI_PROC_NULL .and. this%neighbour(high) /= this%neighbour(low)) then
      number = number + 1
      ranks(number) = this%neighbour(high)
    end if
    call MPI_Comm_group(this%comm, all, error)
    call MPI_Group_incl(all, number, ranks, this%group, error)
    call MPI_Group_free(all, error)
  end subroutine make_group

end module halo_form
