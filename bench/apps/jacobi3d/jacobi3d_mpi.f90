! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! jacobi3d with two-sided messages, all at once: up to eight neighbours, persistent requests, and receives that are started
! before the sweep, since it does not read the halo that they fill.
program jacobi3d_mpi
  use mpi_f08
  use jacobi3d_ranks, only: pressure, problem, mine, now, link, links_of, type_of, set_up, start_batch, start_clock, advance, &
    stop_clock, finish_batch, end_program, exchanges_apart
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
    do i = 1, problem%iterations
      call post_receives(1 - now)
      call advance()
      call exchange(now)
    end do
    call stop_clock()
    call start_clock()
    do i = 1, exchanges_apart
      call post_receives(mod(i, 2))
      call exchange(mod(i, 2))
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
    type(link), allocatable :: links(:)
    integer :: n, state
    links = links_of(mine)
    messages = size(links)
    allocate(requests(2 * messages, 0:1))
    do state = 0, 1
      do n = 1, messages
        call MPI_Recv_init(pressure, 1, type_of(links(n)%halo, state), links(n)%rank, 0, MPI_COMM_WORLD, requests(n, state))
        call MPI_Send_init(pressure, 1, type_of(links(n)%from, state), links(n)%rank, 0, MPI_COMM_WORLD, &
          requests(messages + n, state))
      end do
    end do
  end subroutine prepare

  subroutine post_receives(state)
    integer, intent(in) :: state
    call MPI_Startall(messages, requests(:, state))
  end subroutine post_receives

  subroutine exchange(state)
    integer, intent(in) :: state
    call MPI_Startall(messages, requests(messages + 1:, state))
    call MPI_Waitall(2 * messages, requests(:, state), MPI_STATUSES_IGNORE)
  end subroutine exchange

end program jacobi3d_mpi
