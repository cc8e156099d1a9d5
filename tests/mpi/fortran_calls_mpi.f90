! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Every one-sided procedure through `use mpi`.
program fortran_calls_mpi
  use mpi
  use, intrinsic :: iso_c_binding, only: c_f_pointer, c_null_ptr
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
  integer :: win, info, group, to, from, handler, other, request
  integer(mpi_address_kind) :: base

  include "fortran_calls.inc"

contains

  subroutine view(address, array)
    integer(mpi_address_kind), intent(in) :: address
    integer, pointer, intent(out) :: array(:)
    call c_f_pointer(transfer(address, c_null_ptr), array, [n])
  end subroutine view

  integer(mpi_address_kind) function address_of(address)
    integer(mpi_address_kind), intent(in) :: address
    address_of = address
  end function address_of

  subroutine gone(window, number, attribute, state, error)
    integer :: window, number, error
    integer(mpi_address_kind) :: attribute, state
    deleted = int(attribute + state)
    error = mpi_success
  end subroutine gone

  subroutine note(window, error)
    integer :: window, error
    integer :: ignored
    call mpi_error_class(error, noted, ignored)
  end subroutine note

  subroutine check(good, what)
    logical, intent(in) :: good
    character(*), intent(in) :: what
    integer :: ignored
    if (good) return
    print '(a, i0, 2a)', "rank ", rank, ": wrong: ", what
    call mpi_abort(mpi_comm_world, 1, ignored)
  end subroutine check

end program fortran_calls_mpi
