! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Heat on a plate that is divided among the images, by the library arauto_halo. The sum does not change, whatever the number of
! images. `arauto fc halo_heat.f90 -o halo_heat && arauto run -n 4 ./halo_heat`
program halo_heat
  use arauto_halo
  implicit none
  integer, parameter :: nx = 128, ny = 96, steps = 50
  type(halo_grid) :: grid
  type(halo_plan) :: plan
  real(kind=8), allocatable, target :: u(:, :)
  real(kind=8), allocatable :: new(:, :)
  real(kind=8) :: total
  integer :: lower(2), upper(2), i, j, step

  call halo_grid_create(grid, [nx, ny], periodic=[.true., .true.])
  call halo_owned(grid, lower, upper)
  allocate(u(lower(1) - 1:upper(1) + 1, lower(2) - 1:upper(2) + 1))      ! own cells, and halos of depth 1
  do concurrent (i = lower(1):upper(1), j = lower(2):upper(2))
    u(i, j) = mod(i * j, 7)
  end do
  call halo_plan_create(plan, grid)
  call halo_plan_add(plan, u, lower_depth=[1, 1], upper_depth=[1, 1])
  call halo_plan_commit(plan)
  do step = 1, steps
    call halo_exchange(plan)
    associate (a => lower(1), b => upper(1), c => lower(2), d => upper(2))
      new = 0.5 * u(a:b, c:d) + 0.125 * (u(a - 1:b - 1, c:d) + u(a + 1:b + 1, c:d) + u(a:b, c - 1:d - 1) + u(a:b, c + 1:d + 1))
      u(a:b, c:d) = new
    end associate
  end do
  total = sum(u(lower(1):upper(1), lower(2):upper(2)))
  call co_sum(total, result_image=1)
  if (this_image() == 1) print '(a,f0.6)', 'sum ', total
  call halo_plan_free(plan)
  call halo_grid_free(grid)
end program halo_heat
