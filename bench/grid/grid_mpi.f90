! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The two-sided MPI twin of the structured grid. Receives are posted first and each column is sent as soon as it is computed,
! which is the best that two-sided MPI can do here; the paper sent both at the end.
program grid_mpi
  use, intrinsic :: iso_fortran_env, only: real64
  use mpi
  use grid_kernel, only: grid_case, read_case, share_of, start_value, relax, run_serially, differ, clock, report
  implicit none
  real(real64), allocatable :: field(:, :, :)   ! (0:side + 1, 0:width + 1, 0:1); columns 0 and width + 1 are the halos
  type(grid_case) :: problem
  integer :: me, images, side, width, before, left, right, iteration, error
  real(real64) :: started, seconds, first_start, last_end
  call set_up()
  do iteration = 0, problem%iterations
    if (iteration == 1) then
      call mpi_barrier(mpi_comm_world, error)
      started = clock()
    end if
    call step(mod(iteration, 2), mod(iteration + 1, 2))
  end do
  seconds = clock()
  call mpi_reduce(started, first_start, 1, mpi_double_precision, mpi_min, 0, mpi_comm_world, error)
  call mpi_reduce(seconds, last_end, 1, mpi_double_precision, mpi_max, 0, mpi_comm_world, error)
  call verify()
  if (me == 0) call report(problem, last_end - first_start)
  call mpi_finalize(error)

contains

  subroutine set_up()
    integer :: row, column
    call mpi_init(error)
    call mpi_comm_rank(mpi_comm_world, me, error)
    call mpi_comm_size(mpi_comm_world, images, error)
    problem = read_case(images)
    side = problem%side
    left = merge(me - 1, mpi_proc_null, me > 0)
    right = merge(me + 1, mpi_proc_null, me < images - 1)
    call share_of(side, me + 1, images, width, before)
    allocate(field(0:side + 1, 0:width + 1, 0:1))
    do column = 0, width + 1
      field(:, column, 0) = [(start_value(row, before + column), row = 0, side + 1)]
    end do
    field(:, :, 1) = field(:, :, 0)
  end subroutine set_up

  subroutine step(old, new)
    integer, intent(in) :: old, new
    integer :: requests(4), column
    call mpi_irecv(field(1, 0, new), side, mpi_double_precision, left, 0, mpi_comm_world, requests(1), error)
    call mpi_irecv(field(1, width + 1, new), side, mpi_double_precision, right, 1, mpi_comm_world, requests(2), error)
    do column = 1, width
      call relax(side, field(1:side, column - 1, old), field(:, column, old), field(1:side, column + 1, old), field(:, column, new))
      if (column == 1) &
        call mpi_isend(field(1, 1, new), side, mpi_double_precision, left, 1, mpi_comm_world, requests(3), error)
    end do
    call mpi_isend(field(1, width, new), side, mpi_double_precision, right, 0, mpi_comm_world, requests(4), error)
    call mpi_waitall(4, requests, mpi_statuses_ignore, error)
  end subroutine step

  subroutine verify()
    real(real64), allocatable :: expected(:, :)
    allocate(expected(side, side))
    if (me == 0) call run_serially(problem, expected)
    call mpi_bcast(expected, size(expected), mpi_double_precision, 0, mpi_comm_world, error)
    if (differ(field(1:side, 1:width, mod(problem%iterations + 1, 2)), expected(:, before + 1:before + width))) &
      error stop 'grid: the result differs from that of a serial run'
  end subroutine verify

end program grid_mpi
