! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! fft3d on one image, which has all planes and rows: the digest that every variant must give.
program fft3d_serial
  use, intrinsic :: iso_fortran_env, only: real64
  use app, only: clock, report
  use fft3d_kernel, only: fft_case, part, wires, read_case, make_part, fill, forward, backward, digest_of, check
  implicit none (type, external)
  type(fft_case) :: problem
  type(part), target :: mine
  complex(real64), allocatable, target :: planes(:, :, :), rows(:, :, :)
  type(wires) :: joined
  real(real64) :: started, seconds
  integer :: batch, trip

  problem = read_case()
  mine = make_part(problem, 0, 1)
  allocate(planes(mine%n, mine%n, mine%n), rows(mine%n, mine%n, mine%n))
  joined = wires(mine, planes, rows)
  do batch = 1, problem%batches
    call fill(mine, planes)
    started = clock()
    do trip = 1, problem%trips
      call forward(joined)
      call backward(joined)
    end do
    seconds = clock() - started
    call check(mine, planes)
    call forward(joined)
    call report('fft3d', problem%size, 'serial', 1, digest_of(mine, rows), seconds, -1.0_real64)
  end do
end program fft3d_serial
