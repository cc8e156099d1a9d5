! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! mesh_heat on one image, which owns all cells: the digest that every variant must give.
program mesh_heat_serial
  use, intrinsic :: iso_fortran_env, only: real64
  use app, only: clock, report
  use mesh_heat_kernel, only: heat_case, part, read_case, make_part, fill, advance, digest_of
  implicit none (type, external)
  type(heat_case) :: problem
  type(part) :: mine
  real(real64), allocatable :: heat(:, :)
  real(real64) :: started, seconds
  integer :: batch, step, now

  problem = read_case()
  mine = make_part(problem, 0, 1)
  allocate(heat(mine%owned + 1, 0:1))
  do batch = 1, problem%batches
    call fill(mine, heat)
    now = 0
    started = clock()
    do step = 1, problem%steps
      call advance(mine, heat(:, now), heat(:, 1 - now))
      now = 1 - now
    end do
    seconds = clock() - started
    call report('mesh_heat', problem%size, 'serial', 1, digest_of(mine, heat(:, now)), seconds, -1.0_real64)
  end do
end program mesh_heat_serial
