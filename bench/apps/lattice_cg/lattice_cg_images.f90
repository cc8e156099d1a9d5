! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The common part of the coarray variants of lattice_cg: the vectors as a coarray, the batches and their times. A variant extends
! `wired`, whose faces are not exchanged, by an exchange. Puts go straight from a vector to the neighbour's halo.
!
! The two vectors are exchanged in turn. So no image need report that its halo is free: a neighbour that exchanges a vector again
! has received the other one from this image, which sent it after it had read the first one's halo for the last time.
module lattice_cg_images
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use app, only: clock, digest_modulus, report
  use lattice_cg_kernel, only: lattice_case, part, link, wires, read_case, make_part, links_of, solve, rehearse, digest_of, &
    verify, iterations_apart
  implicit none (type, external)
  private
  public :: set_up, run, link
  complex(real64), allocatable, target, public :: vectors(:, :, :, :, :, :)[:]   ! colour, x, y, z, t, state
  type(lattice_case), public, protected :: problem
  type(part), target, public, protected :: mine
  type(link), allocatable, public, protected :: links(:)

  type, extends(wires), public :: wired
  contains
    procedure :: add_up => add_up_images
  end type wired

contains

  subroutine set_up(joined)
    class(wired), intent(inout) :: joined
    problem = read_case(num_images())
    mine = make_part(problem, this_image() - 1, num_images())
    allocate(links, source=links_of(mine))
    associate (n => mine%sites + 1)
      allocate(vectors(3, 0:n(1), 0:n(2), 0:n(3), 0:n(4), 2)[*], source=(0.0_real64, 0.0_real64))
    end associate
    joined%mine => mine
    joined%vectors(1:, 0:, 0:, 0:, 0:, 1:) => vectors
  end subroutine set_up

  ! All batches.
  subroutine run(variant, joined, is_verified)
    character(len=*), intent(in) :: variant
    class(wired), intent(inout) :: joined
    logical, intent(in) :: is_verified
    integer(int64) :: bits
    real(real64) :: started, seconds, communication, square
    integer :: batch
    do batch = 1, problem%batches
      sync all
      started = clock()
      square = solve(problem, mine, vectors, joined)
      seconds = elapsed(started)
      sync all
      started = clock()
      call rehearse(mine, joined)
      communication = elapsed(started) * problem%iterations / iterations_apart
      bits = digest_of(mine)
      call co_sum(bits)
      bits = modulo(bits, digest_modulus)
      if (this_image() == 1) then
        if (is_verified) call verify(problem, bits)
        call report('lattice_cg', problem%size, variant, num_images(), bits, seconds, communication)
      end if
    end do
  end subroutine run

  ! From the first start to the last end of any image: one that shares its core may read its clock late.
  function elapsed(started) result(time)
    real(real64), intent(in) :: started
    real(real64) :: time, first
    time = clock()
    first = started
    call co_max(time)
    call co_min(first)
    time = time - first
  end function elapsed

  subroutine add_up_images(self, values)
    class(wired), intent(inout) :: self
    real(real64), contiguous, intent(inout) :: values(:)
    call co_sum(values)
  end subroutine add_up_images

end module lattice_cg_images
