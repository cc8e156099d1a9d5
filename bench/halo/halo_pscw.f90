! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Forms 2 and 3 of the halo exchange: post, start, put, complete, wait. Form 2 makes a window for each exchange, as its buffer
! changes size; form 3 has one window that lasts, attaches the buffer to it and sends its address to both neighbours.
module halo_pscw
  use, intrinsic :: iso_fortran_env, only: real64
  use mpi
  use halo_form, only: strip_form
  use halo_kernel, only: low, high
  implicit none (type)
  private
  public :: pscw_created, pscw_dynamic

  type, abstract, extends(strip_form) :: pscw
    integer :: window(2) = MPI_WIN_NULL                                 ! by axis
    integer(MPI_ADDRESS_KIND) :: target(2) = 0                           ! where a strip goes at the neighbour at a side
    real(real64), pointer, contiguous :: buffer(:) => null()            ! first what comes from the low side
  contains
    procedure(expose_buffer), deferred :: expose
    procedure(expose_buffer), deferred :: withdraw
    procedure :: begin
    procedure :: open
    procedure :: send
    procedure :: wait
    procedure :: end => end_form
  end type pscw

  abstract interface
    ! Makes the first values of the buffer known to the neighbours along the axis, or takes that back.
    subroutine expose_buffer(form, axis, values)
      import :: pscw
      class(pscw), intent(inout) :: form
      integer, intent(in) :: axis, values
    end subroutine expose_buffer
  end interface

  type, extends(pscw) :: pscw_created
  contains
    procedure :: expose => create_window
    procedure :: withdraw => free_window
  end type pscw_created

  type, extends(pscw) :: pscw_dynamic
  contains
    procedure :: begin => begin_dynamic
    procedure :: expose => attach
    procedure :: withdraw => detach
    procedure :: end => end_dynamic
  end type pscw_dynamic

contains

  subroutine begin(form)
    class(pscw), intent(inout) :: form
    allocate(form%buffer(2 * maxval(form%lanes%room)))
  end subroutine begin

  subroutine open(form, axis, length)
    class(pscw), intent(inout) :: form
    integer, intent(in) :: axis, length
    integer :: side, error
    do side = low, high
      form%incoming(side)%values => form%buffer((side - 1) * length + 1:side * length)
    end do
    call form%expose(axis, 2 * length)
    call MPI_Win_post(form%lanes(axis)%group, MPI_MODE_NOSTORE, form%window(axis), error)
    call MPI_Win_start(form%lanes(axis)%group, 0, form%window(axis), error)
  end subroutine open

  subroutine send(form, axis, side, length)
    class(pscw), intent(inout) :: form
    integer, intent(in) :: axis, side, length
    integer :: error
    call MPI_Put(form%outgoing(side)%values, length, MPI_DOUBLE_PRECISION, form%lanes(axis)%neighbour(side), &
      form%target(side), length, MPI_DOUBLE_PRECISION, form%window(axis), error)
  end subroutine send

  subroutine wait(form, axis)
    class(pscw), intent(inout) :: form
    integer, intent(in) :: axis
    integer :: error
    call MPI_Win_complete(form%window(axis), error)
    call MPI_Win_wait(form%window(axis), error)
    call form%withdraw(axis, 2 * size(form%incoming(low)%values))
  end subroutine wait

  subroutine end_form(form)
    class(pscw), intent(inout) :: form
    deallocate(form%buffer)
  end subroutine end_form

  ! Collective along the axis.
  subroutine create_window(form, axis, values)
    class(pscw_created), intent(inout) :: form
    integer, intent(in) :: axis, values
    integer(MPI_ADDRESS_KIND) :: bytes
    integer :: error
    bytes = 8_MPI_ADDRESS_KIND * values
    call MPI_Win_create(form%buffer, bytes, 8, MPI_INFO_NULL, form%lanes(axis)%comm, form%window(axis), error)
    form%target = [values / 2, 0]   ! what goes low arrives at a high side
  end subroutine create_window

  subroutine free_window(form, axis, values)
    class(pscw_created), intent(inout) :: form
    integer, intent(in) :: axis, values
    integer :: error
    if (values > 0) call MPI_Win_free(form%window(axis), error)
  end subroutine free_window

  subroutine begin_dynamic(form)
    class(pscw_dynamic), intent(inout) :: form
    integer :: axis, error
    call begin(form)
    do axis = 1, 2
      call MPI_Win_create_dynamic(MPI_INFO_NULL, form%lanes(axis)%comm, form%window(axis), error)
    end do
  end subroutine begin_dynamic

  ! Tells each neighbour the address of the strip that it fills.
  subroutine attach(form, axis, values)
    class(pscw_dynamic), intent(inout) :: form
    integer, intent(in) :: axis, values
    integer(MPI_ADDRESS_KIND) :: mine(2), bytes
    integer :: side, error, requests(4)
    bytes = 8_MPI_ADDRESS_KIND * values
    call MPI_Win_attach(form%window(axis), form%buffer, bytes, error)
    call MPI_Get_address(form%buffer, mine(low), error)
    mine(high) = mine(low) + bytes / 2
    do side = low, high
      associate (neighbour => form%lanes(axis)%neighbour(side), comm => form%lanes(axis)%comm)
        call MPI_Irecv(form%target(side), 1, MPI_AINT, neighbour, 10 + side, comm, requests(side), error)
        call MPI_Isend(mine(side), 1, MPI_AINT, neighbour, 13 - side, comm, requests(2 + side), error)
      end associate
    end do
    call MPI_Waitall(4, requests, MPI_STATUSES_IGNORE, error)
  end subroutine attach

  subroutine detach(form, axis, values)
    class(pscw_dynamic), intent(inout) :: form
    integer, intent(in) :: axis, values
    integer :: error
    if (values > 0) call MPI_Win_detach(form%window(axis), form%buffer, error)
  end subroutine detach

  subroutine end_dynamic(form)
    class(pscw_dynamic), intent(inout) :: form
    integer :: axis, error
    do axis = 1, 2
      call MPI_Win_free(form%window(axis), error)
    end do
    call end_form(form)
  end subroutine end_dynamic

end module halo_pscw
