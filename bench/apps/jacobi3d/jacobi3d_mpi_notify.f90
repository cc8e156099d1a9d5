! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! jacobi3d with notified puts of MPI: a put adds one to the counter of its state at its target. Needs libarauto_mpi.
program jacobi3d_mpi_notify
  use mpi_f08
  use arauto_mpix_f08
  use jacobi3d_ranks, only: pressure, problem, mine, now, window, link, links_of, type_of, set_up, start_batch, start_clock, &
    advance, stop_clock, finish_batch, end_program, exchanges_apart
  implicit none (type)
  type(link), allocatable :: links(:)
  type(MPI_Datatype), allocatable :: outgoing(:, :), incoming(:, :)   ! by neighbour and state
  integer(MPI_COUNT_KIND) :: wanted(0:1) = 0
  integer :: batch, i

  call set_up()
  call prepare()
  do batch = 1, problem%batches
    call start_batch()
    call exchange(now)
    call start_clock()
    do i = 1, problem%iterations
      call advance()
      call exchange(now)
    end do
    call stop_clock()
    call start_clock()
    do i = 1, exchanges_apart
      call exchange(mod(i, 2))
    end do
    call finish_batch('mpi_notify')
  end do
  call MPI_Win_unlock_all(window)
  call end_program()

contains

  subroutine prepare()
    integer :: n, state
    links = links_of(mine)
    allocate(outgoing(size(links), 0:1), incoming(size(links), 0:1))
    do state = 0, 1
      do n = 1, size(links)
        outgoing(n, state) = type_of(links(n)%from, state)
        incoming(n, state) = type_of(links(n)%to, state)              ! as it lies at the target
      end do
    end do
    call MPIX_Win_set_num_notify(window, MPI_INFO_NULL, 2)
    call MPI_Win_lock_all(MPI_MODE_NOCHECK, window)
  end subroutine prepare

  subroutine exchange(state)
    integer, intent(in) :: state
    integer(MPI_COUNT_KIND) :: seen
    integer :: n
    do n = 1, size(links)
      call MPIX_Put_notify(pressure, 1, outgoing(n, state), links(n)%rank, 0_MPI_ADDRESS_KIND, 1, incoming(n, state), state, &
        window)
    end do
    wanted(state) = wanted(state) + size(links)
    seen = 0
    do while (seen < wanted(state))
      call MPIX_Win_get_notify_value(window, state, seen)
    end do
    call MPI_Win_flush_local_all(window)   ! the own points may change
  end subroutine exchange

end program jacobi3d_mpi_notify
