! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Every one-sided procedure through `use mpi_f08`.
program fortran_calls_f08
  use mpi_f08
  use, intrinsic :: iso_c_binding, only: c_f_pointer, c_ptr
  implicit none (type)
  integer, parameter :: n = 20
  integer :: code, rank, images, right, left, i, key, length, unit
  integer :: deleted = 0, noted = 0
  integer, asynchronous :: one, old
  integer(mpi_address_kind) :: bytes, displacement, value, extra, theirs
  logical :: found
  character(mpi_max_object_name) :: name
  character(mpi_max_error_string) :: text
  integer, pointer :: x(:)
  integer, asynchronous :: y(n), z(n)
  integer, target, asynchronous :: w(n)
  type(mpi_win) :: win
  type(mpi_info) :: info
  type(mpi_group) :: group, to, from
  type(mpi_errhandler) :: handler, other
  type(mpi_request) :: request
  type(c_ptr) :: base

  include "fortran_calls.inc"

contains

  subroutine view(address, array)
    type(c_ptr), intent(in) :: address
    integer, pointer, intent(out) :: array(:)
    call c_f_pointer(address, array, [n])
  end subroutine view

  integer(mpi_address_kind) function address_of(address)
    type(c_ptr), intent(in) :: address
    address_of = transfer(address, 0_mpi_address_kind)
  end function address_of

  subroutine gone(window, number, attribute, state, error)
    type(mpi_win) :: window
    integer :: number, error
    integer(mpi_address_kind) :: attribute, state
    deleted = int(attribute + state)
    error = mpi_success
  end subroutine gone

  subroutine note(window, error)
    type(mpi_win) :: window
    integer :: error
    call mpi_error_class(error, noted)
  end subroutine note

  subroutine check(good, what)
    logical, intent(in) :: good
    character(*), intent(in) :: what
    integer :: ignored
    if (good) return
    print '(a, i0, 2a)', "rank ", rank, ": wrong: ", what
    call mpi_abort(mpi_comm_world, 1, ignored)
  end subroutine check

end program fortran_calls_f08
