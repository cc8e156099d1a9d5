! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The common part of the MPI variants of lattice_cg: the vectors, types that describe what goes to a neighbour and comes from it,
! the batches and their times. A variant extends `wired`, whose faces are not exchanged, by an exchange.
module lattice_cg_ranks
  use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use mpi_f08
  use app, only: clock, digest_modulus, report
  use lattice_cg_kernel, only: lattice_case, part, link, wires, read_case, make_part, links_of, solve, rehearse, digest_of, &
    verify, iterations_apart
  implicit none (type)
  private
  public :: set_up, run, end_program, type_of, link
  complex(real64), contiguous, pointer, public :: vectors(:, :, :, :, :, :)   ! colour, x, y, z, t, state
  type(lattice_case), public, protected :: problem
  type(part), target, public, protected :: mine
  type(link), allocatable, public, protected :: links(:)
  type(MPI_Win), public, protected :: window
  integer :: me, ranks

  type, extends(wires), public :: wired
  contains
    procedure :: add_up => add_up_ranks
  end type wired

contains

  subroutine set_up(joined)
    class(wired), intent(inout) :: joined
    type(c_ptr) :: memory
    integer :: extents(6)
    call MPI_Init()
    call MPI_Comm_rank(MPI_COMM_WORLD, me)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks)
    problem = read_case(ranks)
    mine = make_part(problem, me, ranks)
    allocate(links, source=links_of(mine))
    extents = [3, mine%sites + 2, 2]
    call MPI_Win_allocate(16 * product(int(extents, MPI_ADDRESS_KIND)), 16, MPI_INFO_NULL, MPI_COMM_WORLD, memory, window)
    call c_f_pointer(memory, vectors, extents)
    vectors(1:, 0:, 0:, 0:, 0:, 1:) => vectors
    vectors = 0
    joined%mine => mine
    joined%vectors(1:, 0:, 0:, 0:, 0:, 1:) => vectors
    call MPI_Barrier(MPI_COMM_WORLD)
  end subroutine set_up

  ! The MPI type of the sites within bounds of a state; it starts where `vectors` does.
  function type_of(b, state) result(sites)
    integer, intent(in) :: b(8), state
    type(MPI_Datatype) :: sites
    call MPI_Type_create_subarray(6, shape(vectors), [3, b(2::2) - b(1::2) + 1, 1], [0, b(1::2), state - 1], MPI_ORDER_FORTRAN, &
      MPI_DOUBLE_COMPLEX, sites)
    call MPI_Type_commit(sites)
  end function type_of

  ! All batches.
  subroutine run(variant, joined)
    character(len=*), intent(in) :: variant
    class(wired), intent(inout) :: joined
    integer(int64) :: bits
    real(real64) :: started, seconds, communication, square
    integer :: batch
    do batch = 1, problem%batches
      call MPI_Barrier(MPI_COMM_WORLD)
      started = clock()
      square = solve(problem, mine, vectors, joined)
      seconds = elapsed(started)
      call MPI_Barrier(MPI_COMM_WORLD)
      started = clock()
      call rehearse(mine, joined)
      communication = elapsed(started) * problem%iterations / iterations_apart
      bits = digest_of(mine)
      call MPI_Allreduce(MPI_IN_PLACE, bits, 1, MPI_INTEGER8, MPI_SUM, MPI_COMM_WORLD)
      bits = modulo(bits, digest_modulus)
      if (me == 0) then
        call verify(problem, bits)
        call report('lattice_cg', problem%size, variant, ranks, bits, seconds, communication)
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

  subroutine add_up_ranks(self, values)
    class(wired), intent(inout) :: self
    real(real64), contiguous, intent(inout) :: values(:)
    call MPI_Allreduce(MPI_IN_PLACE, values, size(values), MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD)
  end subroutine add_up_ranks

  subroutine end_program()
    call MPI_Win_free(window)
    call MPI_Finalize()
  end subroutine end_program

end module lattice_cg_ranks
