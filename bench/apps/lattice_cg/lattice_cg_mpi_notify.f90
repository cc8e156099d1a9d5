! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! lattice_cg with notified puts of MPI: a put adds one to the counter of its vector at its target. Needs libarauto_mpi.
module lattice_cg_mpi_notify_wires
  use mpi_f08
  use arauto_mpix_f08
  use lattice_cg_ranks, only: wired, vectors, links, window, type_of
  implicit none (type)
  private
  type, extends(wired), public :: mpi_notify_wires
    type(MPI_Datatype), allocatable :: outgoing(:, :), incoming(:, :)   ! by neighbour and state
    integer(MPI_COUNT_KIND) :: wanted(2) = 0
  contains
    procedure :: prepare
    procedure :: begin
    procedure :: end
    procedure :: finish
  end type mpi_notify_wires

contains

  subroutine prepare(self)
    class(mpi_notify_wires), intent(inout) :: self
    integer :: n, state
    allocate(self%outgoing(size(links), 2), self%incoming(size(links), 2))
    do state = 1, 2
      do n = 1, size(links)
        self%outgoing(n, state) = type_of(links(n)%from, state)
        self%incoming(n, state) = type_of(links(n)%to, state)         ! as it lies at the target
      end do
    end do
    call MPIX_Win_set_num_notify(window, MPI_INFO_NULL, 2)
    call MPI_Win_lock_all(MPI_MODE_NOCHECK, window)
  end subroutine prepare

  subroutine begin(self, state)
    class(mpi_notify_wires), intent(inout) :: self
    integer, intent(in) :: state
    integer :: n
    call self%wired%begin(state)
    do n = 1, size(links)
      call MPIX_Put_notify(vectors, 1, self%outgoing(n, state), links(n)%rank, 0_MPI_ADDRESS_KIND, 1, self%incoming(n, state), &
        state - 1, window)
    end do
    self%wanted(state) = self%wanted(state) + size(links)
  end subroutine begin

  subroutine end(self, state)
    class(mpi_notify_wires), intent(inout) :: self
    integer, intent(in) :: state
    integer(MPI_COUNT_KIND) :: seen
    seen = 0
    do while (seen < self%wanted(state))
      call MPIX_Win_get_notify_value(window, state - 1, seen)
    end do
    call MPI_Win_flush_local_all(window)   ! the own sites may change
  end subroutine end

  subroutine finish(self)
    class(mpi_notify_wires), intent(inout) :: self
    if (allocated(self%outgoing)) call MPI_Win_unlock_all(window)
  end subroutine finish

end module lattice_cg_mpi_notify_wires

program lattice_cg_mpi_notify
  use lattice_cg_ranks, only: set_up, run, end_program
  use lattice_cg_mpi_notify_wires, only: mpi_notify_wires
  implicit none (type)
  type(mpi_notify_wires) :: joined

  call set_up(joined)
  call joined%prepare()
  call run('mpi_notify', joined)
  call joined%finish()
  call end_program()
end program lattice_cg_mpi_notify
