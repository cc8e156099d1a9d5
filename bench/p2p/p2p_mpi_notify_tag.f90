! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The pipelined kernel with MPI and Notified Access: a persistent request matches one tagged put for
! each line. Needs libarauto_mpi.
program p2p_mpi_notify_tag
  use, intrinsic :: iso_fortran_env, only: real64
  use mpi_f08
  use arauto_mpix_f08
  use p2p_mpi_window, only: set_up, compute, start_clock, finish, place_of, grid, problem, me, images, &
    width, win
  implicit none (type)
  integer, parameter :: line_tag = 1, corner_tag = 2
  type(MPI_Request) :: from_left, from_last
  integer :: iteration

  call set_up()
  if (me > 0) call MPIX_Notify_init(win, me - 1, line_tag, 1, from_left)
  if (me == 0) call MPIX_Notify_init(win, images - 1, corner_tag, 1, from_last)
  do iteration = 0, problem%iterations
    if (iteration == 1) call start_clock()
    call sweep()
  end do
  if (me > 0) call MPI_Request_free(from_left)
  if (me == 0) call MPI_Request_free(from_last)
  call finish()

contains

  subroutine sweep()
    integer :: line
    real(real64) :: corner

    do line = 2, problem%lines
      if (me > 0) call await(from_left)
      call compute(line)
      if (me < images - 1) call MPIX_Put_notify_tag(grid(width, line), 1, MPI_DOUBLE_PRECISION, me + 1, &
        place_of(line), 1, MPI_DOUBLE_PRECISION, win, line_tag)
    end do
    if (me == images - 1) then
      corner = -grid(width, problem%lines)
      call MPIX_Put_notify_tag(corner, 1, MPI_DOUBLE_PRECISION, 0, 1_MPI_ADDRESS_KIND, 1, &
                               MPI_DOUBLE_PRECISION, win, corner_tag)
    end if
    if (me == 0) call await(from_last)
  end subroutine sweep

  subroutine await(request)
    type(MPI_Request), intent(inout) :: request

    call MPI_Start(request)
    call MPI_Wait(request, MPI_STATUS_IGNORE)
  end subroutine await

end program p2p_mpi_notify_tag
