! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! mesh_heat with two-sided messages: persistent requests, and receives straight into the copies that are started before the step,
! since it does not read those that they fill.
program mesh_heat_mpi
  use mpi_f08
  use mesh_heat_ranks, only: heat, outgoing, problem, mine, now, set_up, start_batch, start_clock, step, stop_clock, finish_batch, &
    end_program, gather, steps_apart
  implicit none (type)
  type(MPI_Request), allocatable :: requests(:, :)   ! receives and then sends, by state
  integer :: messages                                ! of each kind
  integer :: batch, i

  call set_up()
  call prepare()
  do batch = 1, problem%batches
    call start_batch()
    call post_receives(now)
    call exchange(now)
    call start_clock()
    do i = 1, problem%steps
      call post_receives(1 - now)
      call step()
      call exchange(now)
    end do
    call stop_clock()
    call start_clock()
    do i = 1, steps_apart
      call post_receives(mod(now + i, 2))
      call exchange(mod(now + i, 2))
    end do
    call finish_batch('mpi')
  end do
  do i = 1, 2 * messages
    call MPI_Request_free(requests(i, 0))
    call MPI_Request_free(requests(i, 1))
  end do
  call end_program()

contains

  subroutine prepare()
    integer :: n, state
    messages = size(mine%owner)
    allocate(requests(2 * messages, 0:1))
    do state = 0, 1
      do n = 1, messages
        associate (first => mine%first(n), first_sent => mine%first_sent(n))
          call MPI_Recv_init(heat(mine%owned + first, state), mine%first(n + 1) - first, MPI_DOUBLE_PRECISION, mine%owner(n), 0, &
            MPI_COMM_WORLD, requests(n, state))
          call MPI_Send_init(outgoing(first_sent, state), mine%first_sent(n + 1) - first_sent, MPI_DOUBLE_PRECISION, &
            mine%owner(n), 0, MPI_COMM_WORLD, requests(messages + n, state))
        end associate
      end do
    end do
  end subroutine prepare

  subroutine post_receives(state)
    integer, intent(in) :: state
    call MPI_Startall(messages, requests(:, state))
  end subroutine post_receives

  subroutine exchange(state)
    integer, intent(in) :: state
    call gather(state)
    call MPI_Startall(messages, requests(messages + 1:, state))
    call MPI_Waitall(2 * messages, requests(:, state), MPI_STATUSES_IGNORE)
  end subroutine exchange

end program mesh_heat_mpi
