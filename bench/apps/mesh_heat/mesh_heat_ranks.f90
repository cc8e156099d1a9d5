! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The common part of the MPI variants of mesh_heat: the heat in a window, the batches and their times. A variant has the exchange
! alone.
module mesh_heat_ranks
  use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use mpi_f08
  use app, only: clock, digest_modulus, report
  use mesh_heat_kernel, only: heat_case, part, read_case, make_part, fill, advance, digest_of, verify, steps_apart
  implicit none (type)
  private
  public :: set_up, start_batch, start_clock, step, stop_clock, finish_batch, end_program, gather, steps_apart
  real(real64), contiguous, pointer, public :: heat(:, :)        ! cell, state
  real(real64), allocatable, public, asynchronous :: outgoing(:, :)   ! the cells that are sent, by neighbour; state
  type(heat_case), public, protected :: problem
  type(part), public, protected :: mine
  type(MPI_Win), public, protected :: window
  integer, public, protected :: now                              ! the newest state
  integer :: me, ranks
  real(real64) :: started, seconds

contains

  subroutine set_up()
    type(c_ptr) :: memory
    integer :: room
    call MPI_Init()
    call MPI_Comm_rank(MPI_COMM_WORLD, me)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks)
    problem = read_case()
    mine = make_part(problem, me, ranks)
    room = mine%owned + size(mine%needed) + 1
    call MPI_Allreduce(MPI_IN_PLACE, room, 1, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD)
    call MPI_Win_allocate(16 * int(room, MPI_ADDRESS_KIND), 8, MPI_INFO_NULL, MPI_COMM_WORLD, memory, window)
    call c_f_pointer(memory, heat, [room, 2])
    heat(1:, 0:) => heat
    allocate(outgoing(size(mine%sent), 0:1))
  end subroutine set_up

  ! State 0 is to be exchanged next.
  subroutine start_batch()
    call MPI_Barrier(MPI_COMM_WORLD)
    call fill(mine, heat)
    now = 0
    call MPI_Barrier(MPI_COMM_WORLD)
  end subroutine start_batch

  subroutine start_clock()
    call MPI_Barrier(MPI_COMM_WORLD)
    started = clock()
  end subroutine start_clock

  ! The cells that all neighbours need, in their places of `outgoing`.
  subroutine gather(state)
    integer, intent(in) :: state
    integer :: i
    do i = 1, size(mine%sent)
      outgoing(i, state) = heat(mine%sent(i), state)
    end do
  end subroutine gather

  subroutine step()
    call advance(mine, heat(:, now), heat(:, 1 - now))
    now = 1 - now
  end subroutine step

  ! From the first start to the last end of any rank: one that shares its core may read its clock late.
  function elapsed() result(time)
    real(real64) :: time, ends(2)
    ends = [clock(), -started]
    call MPI_Allreduce(MPI_IN_PLACE, ends, 2, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD)
    time = ends(1) + ends(2)
  end function elapsed

  subroutine stop_clock()
    seconds = elapsed()
  end subroutine stop_clock

  ! The exchanges since the clock was started again are those that are timed alone; they change copies alone.
  subroutine finish_batch(variant)
    character(len=*), intent(in) :: variant
    integer(int64) :: bits
    real(real64) :: communication
    communication = elapsed() * problem%steps / steps_apart
    bits = digest_of(mine, heat(:, now))
    call MPI_Allreduce(MPI_IN_PLACE, bits, 1, MPI_INTEGER8, MPI_SUM, MPI_COMM_WORLD)
    bits = modulo(bits, digest_modulus)
    if (me == 0) then
      call verify(problem, bits)
      call report('mesh_heat', problem%size, variant, ranks, bits, seconds, communication)
    end if
  end subroutine finish_batch

  subroutine end_program()
    call MPI_Win_free(window)
    call MPI_Finalize()
  end subroutine end_program

end module mesh_heat_ranks
