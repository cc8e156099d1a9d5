! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! hydro2d with the notified puts of Fortran 2023: a put adds one to the notify variable of its buffer. The least limit is found
! by such puts as well: each image tells each other one its own, in one of two rows that are used in turn.
program hydro2d_notify
  use, intrinsic :: iso_fortran_env, only: notify_type, real64
  use hydro2d_images, only: strips, outgoing, mine, problem, links, set_up, start_batch, start_clock, stop_clock, finish_batch, &
    compute, wrap, pack, unpack, steps_apart
  implicit none
  type(notify_type) :: came(0:1)[*], told(0:1)[*]
  real(real64), allocatable :: limits(:, :)[:]   ! of each image; by row
  integer :: row = 0
  integer :: batch, step, stage, buffer = 0

  call set_up()
  allocate(limits(num_images(), 0:1)[*])
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
    call finish_batch('notify', is_verified=.true.)
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
      strips(:length, 9 - links(n)%direction, buffer)[links(n)%rank + 1, notify=came(buffer)] = outgoing(:length)
    end do
    if (size(links) > 0) notify wait (came(buffer), until_count=size(links))
    do n = 1, size(links)
      call unpack(mine, group, links(n), strips(:, links(n)%direction, buffer))
    end do
  end subroutine exchange

  subroutine find_minimum()
    integer :: image, other
    row = 1 - row
    limits(this_image(), row) = mine%limit
    do other = 1, num_images() - 1
      image = 1 + mod(this_image() - 1 + other, num_images())
      limits(this_image(), row)[image, notify=told(row)] = mine%limit
    end do
    if (num_images() > 1) notify wait (told(row), until_count=num_images() - 1)
    mine%dt = minval(limits(:, row))
  end subroutine find_minimum

end program hydro2d_notify
