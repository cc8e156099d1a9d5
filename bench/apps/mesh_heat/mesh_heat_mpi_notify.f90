! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! mesh_heat with notified puts of MPI: a put adds one to the counter of its state at its target. Needs libarauto_mpi.
program mesh_heat_mpi_notify
  use mpi_f08
  use arauto_mpix_f08
  use mesh_heat_ranks, only: heat, outgoing, problem, mine, now, window, set_up, start_batch, start_clock, step, stop_clock, &
    finish_batch, end_program, gather, steps_apart
  implicit none (type)
  integer(MPI_ADDRESS_KIND), allocatable :: into(:)   ! where a neighbour's copies of this rank's cells begin, in cells
  integer(MPI_COUNT_KIND) :: wanted(0:1) = 0
  integer :: batch, i

  call set_up()
  call prepare()
  do batch = 1, problem%batches
    call start_batch()
    call exchange(now)
    call start_clock()
    do i = 1, problem%steps
      call step()
      call exchange(now)
    end do
    call stop_clock()
    call start_clock()
    do i = 1, steps_apart
      call exchange(mod(now + i, 2))
    end do
    call finish_batch('mpi_notify')
  end do
  call MPI_Win_unlock_all(window)
  call end_program()

contains

  subroutine prepare()
    integer(MPI_ADDRESS_KIND) :: own
    integer :: n
    allocate(into(size(mine%owner)))
    do n = 1, size(mine%owner)
      own = mine%owned + mine%first(n) - 1
      call MPI_Sendrecv(own, 1, MPI_AINT, mine%owner(n), 0, into(n), 1, MPI_AINT, mine%owner(n), 0, MPI_COMM_WORLD, &
        MPI_STATUS_IGNORE)
    end do
    call MPIX_Win_set_num_notify(window, MPI_INFO_NULL, 2)
    call MPI_Win_lock_all(MPI_MODE_NOCHECK, window)
  end subroutine prepare

  subroutine exchange(state)
    integer, intent(in) :: state
    integer(MPI_COUNT_KIND) :: seen
    integer :: n
    call gather(state)
    do n = 1, size(mine%owner)
      associate (first => mine%first_sent(n), cells => mine%first_sent(n + 1) - mine%first_sent(n))
        call MPIX_Put_notify(outgoing(first, state), cells, MPI_DOUBLE_PRECISION, mine%owner(n), &
          into(n) + state * size(heat, 1, MPI_ADDRESS_KIND), cells, MPI_DOUBLE_PRECISION, state, window)
      end associate
    end do
    wanted(state) = wanted(state) + size(mine%owner)
    seen = 0
    do while (seen < wanted(state))
      call MPIX_Win_get_notify_value(window, state, seen)
    end do
    call MPI_Win_flush_local_all(window)   ! `outgoing` may change
  end subroutine exchange

end program mesh_heat_mpi_notify
