! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The two-sided MPI twin of the pipelined kernel: a send and a receive of one value for each line.
program p2p_mpi
  use, intrinsic :: iso_fortran_env, only: real64
  use mpi
  use p2p_kernel, only: p2p_case, read_case, share_of, set_borders, advance, is_verified, clock, report
  implicit none
  real(real64), allocatable :: grid(:, :)
  type(p2p_case) :: problem
  integer :: me, images, width, before, first, iteration, error
  real(real64) :: started, seconds, first_start, last_end
  call mpi_init(error)
  call mpi_comm_rank(mpi_comm_world, me, error)
  call mpi_comm_size(mpi_comm_world, images, error)
  problem = read_case(images)
  call share_of(problem%points, me + 1, images, width, before)
  first = merge(2, 1, me == 0)
  allocate(grid(0:width, problem%lines))
  call set_borders(grid, before)
  do iteration = 0, problem%iterations
    if (iteration == 1) then
      call mpi_barrier(mpi_comm_world, error)
      started = clock()
    end if
    call sweep()
  end do
  seconds = clock()
  call mpi_reduce(started, first_start, 1, mpi_double_precision, mpi_min, 0, mpi_comm_world, error)
  call mpi_reduce(seconds, last_end, 1, mpi_double_precision, mpi_max, 0, mpi_comm_world, error)
  if (me == images - 1) then
    if (.not. is_verified(problem, grid(width, problem%lines))) error stop 'p2p: the value of the last point is wrong'
  end if
  call mpi_barrier(mpi_comm_world, error)
  if (me == 0) call report(problem, last_end - first_start)
  call mpi_finalize(error)

contains

  subroutine sweep()
    integer :: line
    real(real64) :: corner
    do line = 2, problem%lines
      if (me > 0) call receive(grid(0, line), me - 1)
      call advance(grid(:, line - 1), grid(:, line), first, width)
      if (me < images - 1) call send(grid(width, line), me + 1)
    end do
    corner = -grid(width, problem%lines)
    if (images > 1) then
      if (me == images - 1) call send(corner, 0)
      if (me == 0) call receive(corner, images - 1)
    end if
    if (me == 0) grid(1, 1) = corner
  end subroutine sweep

  subroutine send(value, rank)
    real(real64), intent(in) :: value
    integer, intent(in) :: rank
    call mpi_send(value, 1, mpi_double_precision, rank, 0, mpi_comm_world, error)
  end subroutine send

  subroutine receive(value, rank)
    real(real64), intent(inout) :: value
    integer, intent(in) :: rank
    call mpi_recv(value, 1, mpi_double_precision, rank, 0, mpi_comm_world, mpi_status_ignore, error)
  end subroutine receive

end program p2p_mpi
