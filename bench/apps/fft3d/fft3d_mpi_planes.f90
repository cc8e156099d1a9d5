! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! fft3d with a message for each plane and rank as soon as the plane is done, and likewise for rows. Persistent requests; receives
! are started before the first message of their kind.
module fft3d_mpi_planes_wires
  use mpi_f08
  use fft3d_kernel, only: wires
  use fft3d_ranks, only: planes, rows, mine
  implicit none (type)
  private
  type, extends(wires), public :: mpi_planes_wires
    type(MPI_Request), allocatable :: plane_requests(:), row_requests(:)   ! receives, and then sends by plane or row
    integer :: receives = 0                                                 ! of planes, and of rows
  contains
    procedure :: prepare
    procedure :: send_plane
    procedure :: await_planes
    procedure :: send_row
    procedure :: await_rows
  end type mpi_planes_wires

contains

  ! The tag is the number of the plane, or n and the number of the row.
  subroutine prepare(self)
    class(mpi_planes_wires), intent(inout) :: self
    type(MPI_Datatype) :: row
    integer :: r, i, received, sent
    self%receives = mine%n - mine%own
    allocate(self%plane_requests(self%receives + mine%own * (mine%ranks - 1)))
    allocate(self%row_requests(self%receives + mine%own * (mine%ranks - 1)))
    received = 0
    do r = 0, mine%ranks - 1
      if (r == mine%me) cycle
      call MPI_Type_vector(mine%own, mine%n, mine%n**2, MPI_DOUBLE_COMPLEX, row)
      call MPI_Type_commit(row)
      do i = mine%first(r + 1) + 1, mine%first(r + 2)
        received = received + 1
        call MPI_Recv_init(rows(1, 1, i), mine%n * mine%own, MPI_DOUBLE_COMPLEX, r, i, MPI_COMM_WORLD, &
          self%plane_requests(received))
        call MPI_Recv_init(planes(1, i, 1), 1, row, r, mine%n + i, MPI_COMM_WORLD, self%row_requests(received))
      end do
    end do
    sent = self%receives
    do i = 1, mine%own
      do r = 0, mine%ranks - 1
        if (r == mine%me) cycle
        sent = sent + 1
        associate (low => mine%first(r + 1), wide => mine%first(r + 2) - mine%first(r + 1))
          call MPI_Send_init(planes(1, low + 1, i), mine%n * wide, MPI_DOUBLE_COMPLEX, r, mine%low + i, MPI_COMM_WORLD, &
            self%plane_requests(sent))
          call MPI_Type_vector(wide, mine%n, mine%n * mine%own, MPI_DOUBLE_COMPLEX, row)
          call MPI_Type_commit(row)
          call MPI_Send_init(rows(1, i, low + 1), 1, row, r, mine%n + mine%low + i, MPI_COMM_WORLD, self%row_requests(sent))
        end associate
      end do
    end do
  end subroutine prepare

  subroutine send_plane(self, z)
    class(mpi_planes_wires), intent(inout) :: self
    integer, intent(in) :: z
    call self%wires%send_plane(z)
    if (z == 1) call MPI_Startall(self%receives, self%plane_requests)
    call MPI_Startall(mine%ranks - 1, self%plane_requests(self%receives + (z - 1) * (mine%ranks - 1) + 1:))
  end subroutine send_plane

  subroutine await_planes(self)
    class(mpi_planes_wires), intent(inout) :: self
    call MPI_Waitall(size(self%plane_requests), self%plane_requests, MPI_STATUSES_IGNORE)
  end subroutine await_planes

  subroutine send_row(self, y)
    class(mpi_planes_wires), intent(inout) :: self
    integer, intent(in) :: y
    call self%wires%send_row(y)
    if (y == 1) call MPI_Startall(self%receives, self%row_requests)
    call MPI_Startall(mine%ranks - 1, self%row_requests(self%receives + (y - 1) * (mine%ranks - 1) + 1:))
  end subroutine send_row

  subroutine await_rows(self)
    class(mpi_planes_wires), intent(inout) :: self
    call MPI_Waitall(size(self%row_requests), self%row_requests, MPI_STATUSES_IGNORE)
  end subroutine await_rows

end module fft3d_mpi_planes_wires

program fft3d_mpi_planes
  use mpi_f08
  use fft3d_ranks, only: set_up, run
  use fft3d_mpi_planes_wires, only: mpi_planes_wires
  implicit none (type)
  type(mpi_planes_wires) :: joined

  call set_up(joined)
  call joined%prepare()
  call run('mpi_planes', joined)
  call MPI_Finalize()
end program fft3d_mpi_planes
