! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! hydro2d with the library arauto_halo: a plan for each group of fields, two for those that depend on the axis along which a step
! remaps first. The library also serves axes that are not divided.
program hydro2d_halo
  use arauto_halo, only: halo_grid, halo_plan, halo_grid_create, halo_plan_create, halo_plan_add, halo_plan_commit, halo_exchange, &
    halo_direct_corners
  use hydro2d_kernel, only: get_group, first_axis, deep
  use hydro2d_images, only: mine, problem, set_up, start_batch, start_clock, stop_clock, finish_batch, compute, steps_apart
  implicit none
  type(halo_grid) :: grid
  type(halo_plan) :: plans(5, 2)   ! group; first axis
  integer :: batch, step, stage

  call set_up()
  call make_plans()
  do batch = 1, problem%batches
    call start_batch()
    do step = 1, problem%steps
      do stage = 1, 6
        call communicate(stage)
        call compute(mine, stage)
      end do
    end do
    call stop_clock()
    call start_clock()
    do step = 1, steps_apart
      do stage = 1, 6
        call communicate(stage)
      end do
    end do
    call finish_batch('halo', is_verified=.true.)
  end do

contains

  subroutine make_plans()
    integer :: group, first, members(3), depths(3), count, f
    call halo_grid_create(grid, problem%cells, periodic=[.true., .true.], images_along=mine%grid)
    do first = 1, 2
      do group = 1, 5
        call get_group(group, first, members, depths, count)
        call halo_plan_create(plans(group, first), grid, halo_direct_corners)
        do f = 1, count
          call halo_plan_add(plans(group, first), mine%field(:, :, members(f)), [depths(f), depths(f)], [depths(f), depths(f)], &
            lower_halo=[deep, deep])
        end do
        call halo_plan_commit(plans(group, first))
      end do
    end do
  end subroutine make_plans

  ! The communication that must come before a stage.
  subroutine communicate(before)
    integer, intent(in) :: before
    if (before == 2) then
      mine%dt = mine%limit
      call co_min(mine%dt)
    else
      call halo_exchange(plans(max(1, before - 1), first_axis(mine)))
    end if
  end subroutine communicate

end program hydro2d_halo
