! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The common part of the MPI variants of jacobi3d: the pressure, types that describe what goes to a neighbour and comes from it,
! the batches and their times. A variant has the exchange alone.
module jacobi3d_ranks
  use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer
  use, intrinsic :: iso_fortran_env, only: int64, real32, real64
  use mpi_f08
  use app, only: clock, report
  use jacobi3d_kernel, only: jacobi_case, part, link, read_case, make_part, fill, links_of, sweep, residual_of, digest_of, &
    mixed, verify, exchanges_apart
  implicit none (type)
  private
  public :: set_up, start_batch, start_clock, advance, stop_clock, finish_batch, end_program, type_of, exchanges_apart, link, &
    links_of
  real(real32), contiguous, pointer, public :: pressure(:, :, :, :)   ! x, y, z, state
  type(jacobi_case), public, protected :: problem
  type(part), public, protected :: mine
  type(MPI_Win), public, protected :: window
  integer, public, protected :: now                                   ! the newest state
  integer :: me, ranks
  integer(int64) :: units
  real(real64) :: started, seconds

contains

  subroutine set_up()
    type(c_ptr) :: memory
    integer :: points(4)
    integer(MPI_ADDRESS_KIND) :: bytes
    call MPI_Init()
    call MPI_Comm_rank(MPI_COMM_WORLD, me)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks)
    problem = read_case()
    mine = make_part(problem, me, ranks)
    points = [mine%points(1) + 2, mine%room + 2, 2]
    ! MPICH 4.0 reaches wrong addresses in a window whose size is no multiple of 16.
    bytes = (4 * product(int(points, MPI_ADDRESS_KIND)) + 15) / 16 * 16
    call MPI_Win_allocate(bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, memory, window)
    call c_f_pointer(memory, pressure, points)
    pressure(0:, 0:, 0:, 0:) => pressure
  end subroutine set_up

  ! The MPI type of lines b(1) to b(2) along y and b(3) to b(4) along z of a state; it starts where `pressure` does.
  function type_of(b, state) result(lines)
    integer, intent(in) :: b(4), state
    type(MPI_Datatype) :: lines
    call MPI_Type_create_subarray(4, shape(pressure), [size(pressure, 1), b(2) - b(1) + 1, b(4) - b(3) + 1, 1], &
      [0, b(1), b(3), state], MPI_ORDER_FORTRAN, MPI_REAL, lines)
    call MPI_Type_commit(lines)
  end function type_of

  subroutine start_batch()
    call MPI_Barrier(MPI_COMM_WORLD)
    call fill(mine, pressure)
    now = 0
    call MPI_Barrier(MPI_COMM_WORLD)
  end subroutine start_batch

  subroutine start_clock()
    call MPI_Barrier(MPI_COMM_WORLD)
    started = clock()
  end subroutine start_clock

  subroutine advance()
    call sweep(mine, pressure(:, :, :, now), pressure(:, :, :, 1 - now))
    now = 1 - now
  end subroutine advance

  ! From the first start to the last end of any rank: one that shares its core may read its clock late.
  function elapsed() result(time)
    real(real64) :: time, ends(2)
    ends = [clock(), -started]
    call MPI_Allreduce(MPI_IN_PLACE, ends, 2, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD)
    time = ends(1) + ends(2)
  end function elapsed

  subroutine stop_clock()
    units = residual_of(mine, pressure(:, :, :, 1 - now), pressure(:, :, :, now))
    call MPI_Allreduce(MPI_IN_PLACE, units, 1, MPI_INTEGER8, MPI_SUM, MPI_COMM_WORLD)
    seconds = elapsed()
  end subroutine stop_clock

  ! The exchanges since the clock was started again are those that are timed alone. They change nothing: both states have been
  ! exchanged before.
  subroutine finish_batch(variant)
    character(len=*), intent(in) :: variant
    integer(int64) :: bits
    real(real64) :: communication
    communication = elapsed() * problem%iterations / exchanges_apart
    bits = digest_of(mine, pressure(:, :, :, now))
    call MPI_Allreduce(MPI_IN_PLACE, bits, 1, MPI_INTEGER8, MPI_SUM, MPI_COMM_WORLD)
    bits = mixed(bits, units)
    if (me == 0) then
      call verify(problem, bits)
      call report('jacobi3d', problem%size, variant, ranks, bits, seconds, communication)
    end if
  end subroutine finish_batch

  subroutine end_program()
    call MPI_Win_free(window)
    call MPI_Finalize()
  end subroutine end_program

end module jacobi3d_ranks
