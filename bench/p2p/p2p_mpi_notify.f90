! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The pipelined kernel with MPI's notified puts: the target has one counter for lines and one for the corner, and
! reads a counter again only when it has used up the notifications seen so far. Needs libarauto_mpi.
program p2p_mpi_notify
  use, intrinsic :: iso_fortran_env, only: real64
  use mpi_f08
  use arauto_mpix_f08
  use p2p_mpi_window, only: set_up, compute, start_clock, finish, place_of, grid, problem, me, images, &
    width, win
  implicit none (type)
  integer, parameter :: line_counter = 0, corner_counter = 1
  integer(MPI_COUNT_KIND) :: wanted(0:1) = 0, seen(0:1) = 0
  integer :: iteration

  call set_up()
  do iteration = 0, problem%iterations
    if (iteration == 1) call start_clock()
    call sweep()
  end do
  call finish()

contains

  subroutine sweep()
    integer :: line
    real(real64) :: corner

    do line = 2, problem%lines
      if (me > 0) call await(line_counter)
      call compute(line)
      if (me < images - 1) call MPIX_Put_notify(grid(width, line), 1, MPI_DOUBLE_PRECISION, me + 1, &
        place_of(line), 1, MPI_DOUBLE_PRECISION, line_counter, win)
    end do
    if (me == images - 1) then
      corner = -grid(width, problem%lines)
      call MPIX_Put_notify(corner, 1, MPI_DOUBLE_PRECISION, 0, 1_MPI_ADDRESS_KIND, 1, &
                           MPI_DOUBLE_PRECISION, corner_counter, win)
    end if
    if (me == 0) call await(corner_counter)
  end subroutine sweep

  subroutine await(counter)
    integer, intent(in) :: counter

    wanted(counter) = wanted(counter) + 1
    do while (seen(counter) < wanted(counter))
      call MPIX_Win_get_notify_value(win, counter, seen(counter))
    end do
  end subroutine await

end program p2p_mpi_notify
