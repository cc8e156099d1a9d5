! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! lattice_cg with two-sided messages: persistent requests, and receives that are started as soon as nobody reads the halo that they
! fill, before the border of the other vector is computed.
module lattice_cg_mpi_wires
  use mpi_f08
  use lattice_cg_ranks, only: wired, vectors, links, type_of
  implicit none (type)
  private
  type, extends(wired), public :: mpi_wires
    type(MPI_Request), allocatable :: requests(:, :)   ! receives and then sends, by state
  contains
    procedure :: prepare
    procedure :: begin
    procedure :: end
    procedure :: finish
  end type mpi_wires

contains

  ! A message from the neighbour below along an axis must not be taken for one from above, which may be the same rank: the tag is
  ! the number of the sender's link, and links come in pairs.
  subroutine prepare(self)
    class(mpi_wires), intent(inout) :: self
    integer :: n, state, back
    allocate(self%requests(2 * size(links), 2))
    do state = 1, 2
      do n = 1, size(links)
        back = n + merge(1, -1, mod(n, 2) == 1)
        call MPI_Recv_init(vectors, 1, type_of(links(n)%halo, state), links(n)%rank, back, MPI_COMM_WORLD, self%requests(n, state))
        call MPI_Send_init(vectors, 1, type_of(links(n)%from, state), links(n)%rank, n, MPI_COMM_WORLD, &
          self%requests(size(links) + n, state))
      end do
    end do
    call MPI_Startall(size(links), self%requests(:, 1))
  end subroutine prepare

  subroutine begin(self, state)
    class(mpi_wires), intent(inout) :: self
    integer, intent(in) :: state
    call self%wired%begin(state)
    call MPI_Startall(size(links), self%requests(size(links) + 1:, state))
  end subroutine begin

  subroutine end(self, state)
    class(mpi_wires), intent(inout) :: self
    integer, intent(in) :: state
    call MPI_Waitall(2 * size(links), self%requests(:, state), MPI_STATUSES_IGNORE)
    call MPI_Startall(size(links), self%requests(:, 3 - state))
  end subroutine end

  subroutine finish(self)
    class(mpi_wires), intent(inout) :: self
    integer :: n, state
    do n = 1, size(links)
      call MPI_Cancel(self%requests(n, 1))
      call MPI_Wait(self%requests(n, 1), MPI_STATUS_IGNORE)
    end do
    do state = 1, 2
      do n = 1, 2 * size(links)
        call MPI_Request_free(self%requests(n, state))
      end do
    end do
  end subroutine finish

end module lattice_cg_mpi_wires

program lattice_cg_mpi
  use lattice_cg_ranks, only: set_up, run, end_program
  use lattice_cg_mpi_wires, only: mpi_wires
  implicit none (type)
  type(mpi_wires) :: joined

  call set_up(joined)
  call joined%prepare()
  call run('mpi', joined)
  call joined%finish()
  call end_program()
end program lattice_cg_mpi
