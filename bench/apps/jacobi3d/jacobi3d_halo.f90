! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! jacobi3d with the library arauto_halo: a plan of the pressure and its two states.
program jacobi3d_halo
  use arauto_halo, only: halo_grid, halo_plan, halo_grid_create, halo_plan_create, halo_plan_add, halo_plan_commit, halo_exchange, &
    halo_auto, halo_direct_corners
  use jacobi3d_images, only: pressure, mine, problem, now, set_up, start_batch, start_clock, advance, stop_clock, finish_batch, &
    exchanges_apart
  implicit none
  type(halo_grid) :: grid
  type(halo_plan) :: plan
  integer :: batch, i

  call set_up()
  call halo_grid_create(grid, problem%points(2:3), images_along=mine%grid)
  call halo_plan_create(plan, grid, halo_direct_corners, halo_auto)
  call halo_plan_add(plan, pressure, [1, 1], [1, 1], axes=[2, 3], states=2)
  call halo_plan_commit(plan)
  do batch = 1, problem%batches
    call start_batch()
    call halo_exchange(plan, now + 1)
    call start_clock()
    do i = 1, problem%iterations
      call advance()
      call halo_exchange(plan, now + 1)
    end do
    call stop_clock()
    call start_clock()
    do i = 1, exchanges_apart
      call halo_exchange(plan, mod(i, 2) + 1)
    end do
    call finish_batch('halo', is_verified=.true.)
  end do

end program jacobi3d_halo
