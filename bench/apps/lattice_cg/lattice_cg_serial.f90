! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! lattice_cg on one image, which has all sites: the digest that every variant must give.
program lattice_cg_serial
  use, intrinsic :: iso_fortran_env, only: real64, error_unit
  use app, only: clock, report
  use lattice_cg_kernel, only: lattice_case, part, read_case, make_part, solve_alone, digest_of
  implicit none (type, external)
  type(lattice_case) :: problem
  type(part), target :: mine
  real(real64) :: started, seconds, square
  integer :: batch

  problem = read_case(1)
  mine = make_part(problem, 0, 1)
  do batch = 1, problem%batches
    started = clock()
    square = solve_alone(problem, mine)
    seconds = clock() - started
    call report('lattice_cg', problem%size, 'serial', 1, digest_of(mine), seconds, -1.0_real64)
  end do
  write (error_unit, '(a,es12.5)') 'lattice_cg: square of the residual ', square
end program lattice_cg_serial
