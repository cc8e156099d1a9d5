! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The common part of the MPI variants of fft3d: planes and rows, the batches and their times. A variant extends `wires` by its
! messages.
module fft3d_ranks
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use mpi_f08
  use app, only: clock, digest_modulus, report
  use fft3d_kernel, only: fft_case, part, wires, read_case, make_part, fill, forward, backward, rehearse, digest_of, check, &
    verify, trips_apart
  implicit none (type)
  private
  public :: set_up, run
  complex(real64), allocatable, target, public :: planes(:, :, :), rows(:, :, :)
  type(fft_case) :: problem
  type(part), target, public, protected :: mine

contains

  subroutine set_up(joined)
    class(wires), intent(inout) :: joined
    integer :: me, ranks
    call MPI_Init()
    call MPI_Comm_rank(MPI_COMM_WORLD, me)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks)
    problem = read_case()
    mine = make_part(problem, me, ranks)
    allocate(planes(mine%n, mine%n, mine%own), rows(mine%n, mine%own, mine%n))
    joined%mine => mine
    joined%planes => planes
    joined%rows => rows
  end subroutine set_up

  ! All batches.
  subroutine run(variant, joined)
    character(len=*), intent(in) :: variant
    class(wires), intent(inout) :: joined
    integer(int64) :: bits
    real(real64) :: started, seconds, communication
    integer :: batch, trip
    do batch = 1, problem%batches
      call fill(mine, planes)
      call MPI_Barrier(MPI_COMM_WORLD)
      started = clock()
      do trip = 1, problem%trips
        call forward(joined)
        call backward(joined)
      end do
      seconds = elapsed(started)
      call check(mine, planes)
      call forward(joined)
      bits = digest_of(mine, rows)
      call MPI_Allreduce(MPI_IN_PLACE, bits, 1, MPI_INTEGER8, MPI_SUM, MPI_COMM_WORLD)
      bits = modulo(bits, digest_modulus)
      started = clock()
      call rehearse(joined)
      communication = elapsed(started) * problem%trips / trips_apart
      if (mine%me == 0) then
        call verify(problem, bits)
        call report('fft3d', problem%size, variant, mine%ranks, bits, seconds, communication)
      end if
    end do
  end subroutine run

  ! From the first start to the last end of any rank: one that shares its core may read its clock late.
  function elapsed(started) result(time)
    real(real64), intent(in) :: started
    real(real64) :: time, ends(2)
    ends = [clock(), -started]
    call MPI_Allreduce(MPI_IN_PLACE, ends, 2, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD)
    time = ends(1) + ends(2)
  end function elapsed

end module fft3d_ranks
