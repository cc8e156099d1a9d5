! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! jacobi3d with two-sided messages in two steps: along z, then along y with the corners; each waits for its own.
program jacobi3d_mpi_two_step
  use mpi_f08
  use jacobi3d_ranks, only: pressure, problem, mine, now, link, links_of, type_of, set_up, start_batch, start_clock, advance, &
    stop_clock, finish_batch, end_program, exchanges_apart
  implicit none (type)
  type :: neighbour
    integer :: rank
    type(MPI_Datatype) :: outgoing(0:1), incoming(0:1)   ! by state
  end type neighbour
  type :: direction
    type(neighbour), allocatable :: sides(:)
  end type direction
  type(direction) :: along(2)                            ! y, z
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
    call finish_batch('mpi_two_step')
  end do
  call end_program()

contains

  subroutine prepare()
    type(link), allocatable :: links(:)
    integer :: axis, n, state
    do axis = 1, 2
      links = links_of(mine, axis)
      allocate(along(axis)%sides(size(links)))
      do n = 1, size(links)
        along(axis)%sides(n)%rank = links(n)%rank
        do state = 0, 1
          along(axis)%sides(n)%outgoing(state) = type_of(links(n)%from, state)
          along(axis)%sides(n)%incoming(state) = type_of(links(n)%halo, state)
        end do
      end do
    end do
  end subroutine prepare

  subroutine exchange(state)
    integer, intent(in) :: state
    type(MPI_Request) :: requests(4)
    integer :: axis, n, sides
    do axis = 2, 1, -1
      sides = size(along(axis)%sides)
      do n = 1, sides
        call MPI_Irecv(pressure, 1, along(axis)%sides(n)%incoming(state), along(axis)%sides(n)%rank, 0, MPI_COMM_WORLD, &
          requests(n))
      end do
      do n = 1, sides
        call MPI_Isend(pressure, 1, along(axis)%sides(n)%outgoing(state), along(axis)%sides(n)%rank, 0, MPI_COMM_WORLD, &
          requests(sides + n))
      end do
      call MPI_Waitall(2 * sides, requests, MPI_STATUSES_IGNORE)
    end do
  end subroutine exchange

end program jacobi3d_mpi_two_step
