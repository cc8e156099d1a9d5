! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The plate of halo_heat.f90 with two states of a coarray: a step computes one from the other, and the cells go straight into the
! neighbours' halos. `arauto fc halo_states.f90 -o halo_states && arauto run -n 4 ./halo_states`
program halo_states
  use arauto_halo
  implicit none
  integer, parameter :: nx = 128, ny = 96, steps = 50
  type(halo_grid) :: grid
  type(halo_plan) :: plan
  real(kind=8), allocatable, target :: u(:, :, :)[:]        ! x, y, state
  real(kind=8) :: total
  integer :: lower(2), upper(2), n(2), room(2), i, j, step, old, new

  call halo_grid_create(grid, [nx, ny], periodic=[.true., .true.])
  call halo_owned(grid, lower, upper)
  n = upper - lower + 1
  room = n
  call co_max(room)                                         ! a coarray has the same bounds on all images
  allocate(u(0:room(1) + 1, 0:room(2) + 1, 2)[*])
  call halo_plan_create(plan, grid, mode=halo_auto)
  call halo_plan_add(plan, u, lower_depth=[1, 1], upper_depth=[1, 1], states=2)
  call halo_plan_commit(plan)
  old = 1
  do concurrent (i = 1:n(1), j = 1:n(2))
    u(i, j, old) = mod((lower(1) + i - 1) * (lower(2) + j - 1), 7)
  end do
  call halo_exchange(plan, old)
  do step = 1, steps
    new = 3 - old
    do j = 1, n(2)
      do i = 1, n(1)
        u(i, j, new) = 0.5 * u(i, j, old) + &
          0.125 * (u(i - 1, j, old) + u(i + 1, j, old) + u(i, j - 1, old) + u(i, j + 1, old))
      end do
    end do
    call halo_exchange(plan, new)
    old = new
  end do
  total = sum(u(1:n(1), 1:n(2), old))
  call co_sum(total, result_image=1)
  if (this_image() == 1) print '(a,f0.6)', 'sum ', total
  call halo_plan_free(plan)
  call halo_grid_free(grid)
end program halo_states
