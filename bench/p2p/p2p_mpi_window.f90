! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The common part of the notified MPI variants of the pipelined kernel: the grid in a window, the time, the check.
! Notifications of one process are counted in the order of its calls, and lines start at 2; so within a sweep the n-th
! belongs to line n + 1.
module p2p_mpi_window
  use, intrinsic :: iso_fortran_env, only: real64
  use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer
  use mpi_f08
  use arauto_mpix_f08
  use p2p_kernel, only: p2p_case, read_case, share_of, set_borders, advance, is_verified, clock, report
  implicit none (type)
  private
  public :: set_up, compute, start_clock, finish, place_of, grid, problem, me, images, width, win

  type(p2p_case) :: problem
  integer :: me, images, width
  real(real64), contiguous, pointer :: grid(:, :)
  type(MPI_Win) :: win
  integer :: before       ! points of a line before this rank's
  integer :: first, right_width
  real(real64) :: started

contains

  subroutine set_up()
    real(real64), contiguous, pointer :: memory(:, :)
    type(c_ptr) :: base
    integer(MPI_ADDRESS_KIND) :: bytes
    integer :: ignored

    call MPI_Init()
    call MPI_Comm_rank(MPI_COMM_WORLD, me)
    call MPI_Comm_size(MPI_COMM_WORLD, images)
    problem = read_case(images)
    call share_of(problem%points, me + 1, images, width, before)
    call share_of(problem%points, modulo(me + 1, images) + 1, images, right_width, ignored)
    first = merge(2, 1, me == 0)
    bytes = 8_MPI_ADDRESS_KIND * (width + 1) * problem%lines
    call MPI_Win_allocate(bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, base, win)
    call c_f_pointer(base, memory, [width + 1, problem%lines])
    grid(0:width, 1:problem%lines) => memory
    call set_borders(grid, before)
    call MPIX_Win_set_num_notify(win, MPI_INFO_NULL, 2)
    call MPI_Win_lock_all(0, win)
    call MPI_Barrier(MPI_COMM_WORLD)
  end subroutine set_up

  ! Displacement in the right neighbour's window of its halo on a line. That of the corner, grid(1, 1) of rank 0, is 1.
  pure function place_of(line) result(displacement)
    integer, intent(in) :: line
    integer(MPI_ADDRESS_KIND) :: displacement
    displacement = int(line - 1, MPI_ADDRESS_KIND) * (right_width + 1)
  end function place_of

  subroutine compute(line)
    integer, intent(in) :: line
    call advance(grid(:, line - 1), grid(:, line), first, width)
  end subroutine compute

  subroutine start_clock()
    call MPI_Barrier(MPI_COMM_WORLD)
    started = clock()
  end subroutine start_clock

  subroutine finish()
    real(real64) :: ended, first_start, last_end

    ended = clock()
    call MPI_Reduce(started, first_start, 1, MPI_DOUBLE_PRECISION, MPI_MIN, 0, MPI_COMM_WORLD)
    call MPI_Reduce(ended, last_end, 1, MPI_DOUBLE_PRECISION, MPI_MAX, 0, MPI_COMM_WORLD)
    if (me == images - 1) then
      if (.not. is_verified(problem, grid(width, problem%lines))) error stop 'p2p: the value of the last point is wrong'
    end if
    call MPI_Barrier(MPI_COMM_WORLD)
    if (me == 0) call report(problem, last_end - first_start)
    call MPI_Win_unlock_all(win)
    call MPI_Win_free(win)
    call MPI_Finalize()
  end subroutine finish

end module p2p_mpi_window
