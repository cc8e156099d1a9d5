! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Form 1 of the halo exchange: two-sided messages. Receives first, then each strip as soon as it is packed.
module halo_two_sided
  use, intrinsic :: iso_fortran_env, only: real64
  use mpi
  use halo_form, only: strip_form
  use halo_kernel, only: low, high
  implicit none (type)
  private
  public :: two_sided

  type, extends(strip_form) :: two_sided
    integer :: requests(4, 2) = MPI_REQUEST_NULL                ! by axis
    real(real64), pointer, contiguous :: buffer(:, :) => null()
  contains
    procedure :: begin
    procedure :: open
    procedure :: send
    procedure :: wait
    procedure :: end => end_form
  end type two_sided

contains

  subroutine begin(form)
    class(two_sided), intent(inout) :: form
    allocate(form%buffer(maxval(form%lanes%room), 2))
  end subroutine begin

  ! A message has the side as its tag at which it arrives.
  subroutine open(form, axis, length)
    class(two_sided), intent(inout) :: form
    integer, intent(in) :: axis, length
    integer :: side, error
    do side = low, high
      form%incoming(side)%values => form%buffer(1:length, side)
      call MPI_Irecv(form%incoming(side)%values, length, MPI_DOUBLE_PRECISION, form%lanes(axis)%neighbour(side), side, &
        form%lanes(axis)%comm, form%requests(side, axis), error)
    end do
  end subroutine open

  subroutine send(form, axis, side, length)
    class(two_sided), intent(inout) :: form
    integer, intent(in) :: axis, side, length
    integer :: error
    call MPI_Isend(form%outgoing(side)%values, length, MPI_DOUBLE_PRECISION, form%lanes(axis)%neighbour(side), 3 - side, &
      form%lanes(axis)%comm, form%requests(2 + side, axis), error)
  end subroutine send

  subroutine wait(form, axis)
    class(two_sided), intent(inout) :: form
    integer, intent(in) :: axis
    integer :: error
    call MPI_Waitall(4, form%requests(:, axis), MPI_STATUSES_IGNORE, error)
  end subroutine wait

  subroutine end_form(form)
    class(two_sided), intent(inout) :: form
    deallocate(form%buffer)
  end subroutine end_form

end module halo_two_sided
