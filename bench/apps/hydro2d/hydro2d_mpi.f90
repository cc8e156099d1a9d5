! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! hydro2d with two-sided messages: persistent requests, and receives that are started as soon as the last strips are unpacked. A
! message has as its tag the direction in which it goes.
program hydro2d_mpi
  use, intrinsic :: iso_fortran_env, only: real64
  use mpi_f08
  use hydro2d_ranks, only: mine, problem, links, room, set_up, start_batch, start_clock, stop_clock, finish_batch, &
    find_minimum, compute, wrap, pack, unpack, steps_apart
  implicit none (type)
  real(real64), allocatable, asynchronous :: outgoing(:, :), incoming(:, :)   ! values, neighbour
  type(MPI_Request), allocatable :: sends(:, :), receives(:)                  ! by neighbour, and group
  integer :: batch, step, stage

  call set_up()
  call prepare()
  do batch = 1, problem%batches
    call start_batch()
    do step = 1, problem%steps
      do stage = 1, 6
        call communicate(stage)
        call compute(mine, stage)
      end do
    end do
    call stop_clock()
    call start_clock()
    do step = 1, steps_apart
      do stage = 1, 6
        call communicate(stage)
      end do
    end do
    call finish_batch('mpi')
  end do
  call finish()

contains

  ! The communication that must come before a stage.
  subroutine communicate(before)
    integer, intent(in) :: before
    if (before == 2) then
      call find_minimum()
    else
      call exchange(max(1, before - 1))
    end if
  end subroutine communicate

  subroutine prepare()
    integer :: n, group, length
    allocate(outgoing(room, size(links)), incoming(room, size(links)), sends(size(links), 5), receives(size(links)))
    do n = 1, size(links)
      call MPI_Recv_init(incoming(:, n), room, MPI_DOUBLE_PRECISION, links(n)%rank, 9 - links(n)%direction, MPI_COMM_WORLD, &
        receives(n))
      do group = 1, 5
        call pack(mine, group, links(n), outgoing(:, n), length)   ! for its length
        call MPI_Send_init(outgoing(:, n), length, MPI_DOUBLE_PRECISION, links(n)%rank, links(n)%direction, MPI_COMM_WORLD, &
          sends(n, group))
      end do
    end do
    call MPI_Startall(size(links), receives)
  end subroutine prepare

  subroutine exchange(group)
    integer, intent(in) :: group
    integer :: n, length
    call wrap(mine, group)
    do n = 1, size(links)
      call pack(mine, group, links(n), outgoing(:, n), length)
      call MPI_Start(sends(n, group))
    end do
    call MPI_Waitall(size(links), receives, MPI_STATUSES_IGNORE)
    do n = 1, size(links)
      call unpack(mine, group, links(n), incoming(:, n))
    end do
    call MPI_Startall(size(links), receives)
    call MPI_Waitall(size(links), sends(:, group), MPI_STATUSES_IGNORE)
  end subroutine exchange

  subroutine finish()
    integer :: n, group
    do n = 1, size(links)
      call MPI_Cancel(receives(n))
      call MPI_Wait(receives(n), MPI_STATUS_IGNORE)
      call MPI_Request_free(receives(n))
      do group = 1, 5
        call MPI_Request_free(sends(n, group))
      end do
    end do
    call MPI_Finalize()
  end subroutine finish

end program hydro2d_mpi
