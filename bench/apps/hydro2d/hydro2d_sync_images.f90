! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! hydro2d with SYNC IMAGES: each image waits for its neighbours, each of which is named once.
program hydro2d_sync_images
  use hydro2d_images, only: strips, outgoing, mine, problem, links, set_up, start_batch, start_clock, stop_clock, finish_batch, &
    compute, wrap, pack_strip => pack, unpack, steps_apart
  implicit none
  integer, allocatable :: neighbours(:)
  integer :: batch, step, stage, n, buffer = 0

  call set_up()
  neighbours = pack([(n, n = 1, num_images())], [(any(links%rank + 1 == n), n = 1, num_images())])
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
    call finish_batch('sync_images', is_verified=.true.)
  end do

contains

  ! The communication that must come before a stage.
  subroutine communicate(before)
    integer, intent(in) :: before
    if (before == 2) then
      call find_minimum()
    else
      call exchange(max(1, before - 1))
    end if
  end subroutine communicate

  subroutine exchange(group)
    integer, intent(in) :: group
    integer :: n, length
    buffer = 1 - buffer
    call wrap(mine, group)
    do n = 1, size(links)
      call pack_strip(mine, group, links(n), outgoing, length)
      strips(:length, 9 - links(n)%direction, buffer)[links(n)%rank + 1] = outgoing(:length)
    end do
    sync images (neighbours)
    do n = 1, size(links)
      call unpack(mine, group, links(n), strips(:, links(n)%direction, buffer))
    end do
  end subroutine exchange

  subroutine find_minimum()
    mine%dt = mine%limit
    call co_min(mine%dt)
  end subroutine find_minimum

end program hydro2d_sync_images
