! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! hydro2d with the events of Fortran 2018: one post a strip, and one event for each buffer.
program hydro2d_events
  use, intrinsic :: iso_fortran_env, only: event_type
  use hydro2d_images, only: strips, outgoing, mine, problem, links, set_up, start_batch, start_clock, stop_clock, finish_batch, &
    compute, wrap, pack, unpack, steps_apart
  implicit none
  type(event_type) :: came(0:1)[*]
  integer :: batch, step, stage, buffer = 0

  call set_up()
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
    call finish_batch('events', is_verified=.true.)
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
      call pack(mine, group, links(n), outgoing, length)
      strips(:length, 9 - links(n)%direction, buffer)[links(n)%rank + 1] = outgoing(:length)
      event post (came(buffer)[links(n)%rank + 1])
    end do
    if (size(links) > 0) event wait (came(buffer), until_count=size(links))
    do n = 1, size(links)
      call unpack(mine, group, links(n), strips(:, links(n)%direction, buffer))
    end do
  end subroutine exchange

  subroutine find_minimum()
    mine%dt = mine%limit
    call co_min(mine%dt)
  end subroutine find_minimum

end program hydro2d_events
