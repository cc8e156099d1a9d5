! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! fft3d with MPI_Alltoallv when all planes, or all rows, are done. Planes are packed, and arrive where rows lie; rows are sent from
! where they lie, and unpacked.
module fft3d_mpi_wires
  use, intrinsic :: iso_fortran_env, only: real64
  use mpi_f08
  use fft3d_kernel, only: wires
  use fft3d_ranks, only: planes, rows, mine
  implicit none (type)
  private
  type, extends(wires), public :: mpi_wires
    complex(real64), allocatable :: packed(:)               ! by rank: x, its rows, own planes
    integer, allocatable :: across(:), along(:)             ! numbers sent to each rank as packed, and as rows lie
    integer, allocatable :: before_across(:), before_along(:)
  contains
    procedure :: prepare
    procedure :: send_plane
    procedure :: await_planes
    procedure :: send_row
    procedure :: await_rows
  end type mpi_wires

contains

  subroutine prepare(self)
    class(mpi_wires), intent(inout) :: self
    associate (wide => mine%first(2:) - mine%first(:mine%ranks))
      self%across = mine%n * wide * mine%own
      self%along = self%across
      self%before_across = mine%n * mine%first(:mine%ranks) * mine%own
      self%before_along = self%before_across
    end associate
    allocate(self%packed(mine%n * mine%n * mine%own))
  end subroutine prepare

  subroutine send_plane(self, z)
    class(mpi_wires), intent(inout) :: self
    integer, intent(in) :: z
    integer :: r, y, at
    do r = 0, mine%ranks - 1
      associate (low => mine%first(r + 1), high => mine%first(r + 2))
        do y = low + 1, high
          at = self%before_across(r + 1) + mine%n * (y - low - 1 + (high - low) * (z - 1))
          self%packed(at + 1:at + mine%n) = planes(:, y, z)
        end do
      end associate
    end do
  end subroutine send_plane

  subroutine await_planes(self)
    class(mpi_wires), intent(inout) :: self
    call MPI_Alltoallv(self%packed, self%across, self%before_across, MPI_DOUBLE_COMPLEX, rows, self%along, self%before_along, &
      MPI_DOUBLE_COMPLEX, MPI_COMM_WORLD)
  end subroutine await_planes

  ! Rows are sent when all are done.
  subroutine send_row(self, y)
    class(mpi_wires), intent(inout) :: self
    integer, intent(in) :: y
  end subroutine send_row

  subroutine await_rows(self)
    class(mpi_wires), intent(inout) :: self
    integer :: r, y, z, at
    call MPI_Alltoallv(rows, self%along, self%before_along, MPI_DOUBLE_COMPLEX, self%packed, self%across, self%before_across, &
      MPI_DOUBLE_COMPLEX, MPI_COMM_WORLD)
    do r = 0, mine%ranks - 1
      associate (low => mine%first(r + 1), high => mine%first(r + 2))
        do z = 1, mine%own
          do y = low + 1, high
            at = self%before_across(r + 1) + mine%n * (y - low - 1 + (high - low) * (z - 1))
            planes(:, y, z) = self%packed(at + 1:at + mine%n)
          end do
        end do
      end associate
    end do
  end subroutine await_rows

end module fft3d_mpi_wires

program fft3d_mpi
  use mpi_f08
  use fft3d_ranks, only: set_up, run
  use fft3d_mpi_wires, only: mpi_wires
  implicit none (type)
  type(mpi_wires) :: joined

  call set_up(joined)
  call joined%prepare()
  call run('mpi', joined)
  call MPI_Finalize()
end program fft3d_mpi
