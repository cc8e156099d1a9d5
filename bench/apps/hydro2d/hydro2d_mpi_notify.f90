! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! hydro2d with notified puts of MPI: a put adds one to the counter of its buffer at its target. Two buffers that are used in turn
! save the acknowledgement. Needs libarauto_mpi.
program hydro2d_mpi_notify
  use, intrinsic :: iso_fortran_env, only: real64
  use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer
  use mpi_f08
  use arauto_mpix_f08
  use hydro2d_ranks, only: mine, problem, links, room, set_up, start_batch, start_clock, stop_clock, finish_batch, &
    find_minimum, compute, wrap, pack, unpack, steps_apart
  implicit none (type)
  real(real64), contiguous, pointer :: strips(:, :, :)        ! values, direction from which they come, buffer (1, 2)
  real(real64), allocatable, asynchronous :: outgoing(:, :)   ! values, neighbour
  type(MPI_Win) :: window
  integer(MPI_COUNT_KIND) :: wanted(0:1) = 0
  integer :: buffer = 0
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
    call finish_batch('mpi_notify')
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
    type(c_ptr) :: memory
    call MPI_Win_allocate(8_MPI_ADDRESS_KIND * room * 16, 8, MPI_INFO_NULL, MPI_COMM_WORLD, memory, window)
    call c_f_pointer(memory, strips, [room, 8, 2])
    allocate(outgoing(room, size(links)))
    call MPIX_Win_set_num_notify(window, MPI_INFO_NULL, 2)
    call MPI_Win_lock_all(MPI_MODE_NOCHECK, window)
  end subroutine prepare

  subroutine exchange(group)
    integer, intent(in) :: group
    integer(MPI_COUNT_KIND) :: seen
    integer :: n, length
    buffer = 1 - buffer
    call wrap(mine, group)
    do n = 1, size(links)
      call pack(mine, group, links(n), outgoing(:, n), length)
      call MPIX_Put_notify(outgoing(:, n), length, MPI_DOUBLE_PRECISION, links(n)%rank, &
        int(room, MPI_ADDRESS_KIND) * (8 * buffer + 8 - links(n)%direction), length, MPI_DOUBLE_PRECISION, buffer, window)
    end do
    wanted(buffer) = wanted(buffer) + size(links)
    seen = 0
    do while (seen < wanted(buffer))
      call MPIX_Win_get_notify_value(window, buffer, seen)
    end do
    call MPI_Win_flush_local_all(window)   ! outgoing strips are free
    do n = 1, size(links)
      call unpack(mine, group, links(n), strips(:, links(n)%direction, buffer + 1))
    end do
  end subroutine exchange

  subroutine finish()
    call MPI_Win_unlock_all(window)
    call MPI_Win_free(window)
    call MPI_Finalize()
  end subroutine finish

end program hydro2d_mpi_notify
