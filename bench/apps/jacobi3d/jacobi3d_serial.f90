! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! jacobi3d on one image, which no other needs to tell anything: the digest that every variant must give.
program jacobi3d_serial
  use, intrinsic :: iso_fortran_env, only: int64, real32, real64
  use app, only: clock, report
  use jacobi3d_kernel, only: jacobi_case, part, read_case, make_part, fill, sweep, residual_of, digest_of, mixed
  implicit none (type, external)
  type(jacobi_case) :: problem
  type(part) :: mine
  real(real32), allocatable :: pressure(:, :, :, :)
  integer(int64) :: units
  real(real64) :: started, seconds
  integer :: batch, iteration, now

  problem = read_case()
  mine = make_part(problem, 0, 1)
  allocate(pressure(0:mine%points(1) + 1, 0:mine%points(2) + 1, 0:mine%points(3) + 1, 0:1))
  do batch = 1, problem%batches
    call fill(mine, pressure)
    now = 0
    started = clock()
    do iteration = 1, problem%iterations
      call sweep(mine, pressure(:, :, :, now), pressure(:, :, :, 1 - now))
      now = 1 - now
    end do
    units = residual_of(mine, pressure(:, :, :, 1 - now), pressure(:, :, :, now))
    seconds = clock() - started
    call report('jacobi3d', problem%size, 'serial', 1, mixed(digest_of(mine, pressure(:, :, :, now)), units), seconds, -1.0_real64)
  end do
end program jacobi3d_serial
