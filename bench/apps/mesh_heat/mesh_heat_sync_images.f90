! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! mesh_heat with SYNC IMAGES after the puts: each image waits for its neighbours.
program mesh_heat_sync_images
  use mesh_heat_images, only: heat, outgoing, into, problem, mine, now, set_up, start_batch, start_clock, step, stop_clock, &
    finish_batch, gather, steps_apart
  implicit none
  integer :: batch, i

  call set_up()
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
    call finish_batch('sync_images', is_verified=.true.)
  end do

contains

  subroutine exchange(state)
    integer, intent(in) :: state
    integer :: n, low, high
    do n = 1, size(mine%owner)
      call gather(n, state, low, high)
      heat(into(n):into(n) + high - low, state)[mine%owner(n) + 1] = outgoing(low:high)
    end do
    sync images (mine%owner + 1)
  end subroutine exchange

end program mesh_heat_sync_images
