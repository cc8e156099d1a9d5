! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The common part of the MPI variants of hydro2d: the batches, their times and the minimum. A variant has the exchange.
module hydro2d_ranks
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use mpi_f08
  use app, only: clock, digest_modulus, report
  use hydro2d_kernel, only: hydro_case, part, read_case, make_part, fill, compute, wrap, digest_of, verify, steps_apart
  use hydro2d_strips, only: link, links_of, room_of, pack, unpack
  implicit none (type)
  private
  public :: set_up, start_batch, start_clock, stop_clock, finish_batch, find_minimum, compute, wrap, pack, unpack, steps_apart
  type(part), public :: mine
  type(hydro_case), public, protected :: problem
  type(link), allocatable, public, protected :: links(:)
  integer, public, protected :: room            ! values in the longest strip
  integer :: me
  real(real64) :: started, seconds

contains

  subroutine set_up()
    integer :: ranks
    call MPI_Init()
    call MPI_Comm_rank(MPI_COMM_WORLD, me)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks)
    problem = read_case(ranks)
    mine = make_part(problem, me, ranks)
    allocate(links, source=links_of(mine))
    room = room_of(mine)
    call fill(mine)
  end subroutine set_up

  subroutine start_batch()
    call fill(mine)
    call start_clock()
  end subroutine start_batch

  subroutine start_clock()
    call MPI_Barrier(MPI_COMM_WORLD)
    started = clock()
  end subroutine start_clock

  subroutine find_minimum()
    call MPI_Allreduce(mine%limit, mine%dt, 1, MPI_DOUBLE_PRECISION, MPI_MIN, MPI_COMM_WORLD)
  end subroutine find_minimum

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

  ! The exchanges since the clock was started again are those that are timed alone; they change halos alone.
  subroutine finish_batch(variant)
    character(len=*), intent(in) :: variant
    integer(int64) :: bits
    real(real64) :: communication
    communication = elapsed() * problem%steps / steps_apart
    bits = digest_of(mine)
    call MPI_Allreduce(MPI_IN_PLACE, bits, 1, MPI_INTEGER8, MPI_SUM, MPI_COMM_WORLD)
    bits = modulo(bits, digest_modulus)
    if (me == 0) then
      call verify(problem, bits)
      call report('hydro2d', problem%size, variant, problem%ranks, bits, seconds, communication)
    end if
  end subroutine finish_batch

end module hydro2d_ranks
