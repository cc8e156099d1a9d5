! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! mesh_heat with the library arauto_halo: a map of the cells that other images own.
program mesh_heat_halo
  use, intrinsic :: iso_fortran_env, only: int64
  use arauto_halo, only: halo_map, halo_map_create, halo_gather
  use mesh_heat_images, only: heat, problem, mine, now, set_up, start_batch, start_clock, step, stop_clock, finish_batch, &
    steps_apart
  implicit none
  type(halo_map) :: map
  integer :: batch, i

  call set_up()
  call halo_map_create(map, mine%owned, int(mine%needed, int64))
  do batch = 1, problem%batches
    call start_batch()
    call exchange(now)
    call start_clock()
    do i = 1, problem%steps
      call step()
      call exchange(now)
    end do
    call stop_clock()
    call start_clock()
    do i = 1, steps_apart
      call exchange(mod(now + i, 2))
    end do
    call finish_batch('halo', is_verified=.true.)
  end do

contains

  subroutine exchange(state)
    integer, intent(in) :: state
    call halo_gather(map, heat(:, state))
  end subroutine exchange

end program mesh_heat_halo
