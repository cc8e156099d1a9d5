! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! hydro2d on one image, which no other needs to tell anything: the digest that every variant must give. ranks=N makes the domain
! of N ranks.
program hydro2d_serial
  use, intrinsic :: iso_fortran_env, only: real64
  use app, only: clock, report
  use hydro2d_kernel, only: hydro_case, part, read_case, make_part, fill, wrap, compute, digest_of
  implicit none (type, external)
  type(hydro_case) :: problem
  type(part) :: mine
  real(real64) :: started
  integer :: batch, step, stage

  problem = read_case(1)
  mine = make_part(problem, 0, 1)
  do batch = 1, problem%batches
    call fill(mine)
    started = clock()
    do step = 1, problem%steps
      do stage = 1, 6
        if (stage /= 2) call wrap(mine, max(1, stage - 1))
        call compute(mine, stage)
        if (stage == 1) mine%dt = mine%limit
      end do
    end do
    call report('hydro2d', problem%size, 'serial', problem%ranks, digest_of(mine), clock() - started, -1.0_real64)
  end do
end program hydro2d_serial
