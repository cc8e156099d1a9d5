! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! jacobi3d with the notified puts of Fortran 2023: a put adds one to the notify variable of its state.
program jacobi3d_notify
  use, intrinsic :: iso_fortran_env, only: notify_type
  use jacobi3d_images, only: pressure, problem, links, now, set_up, start_batch, start_clock, advance, stop_clock, finish_batch, &
    exchanges_apart
  implicit none
  type(notify_type) :: came(0:1)[*]
  integer :: batch, i

  call set_up()
  do batch = 1, problem%batches
    call start_batch()
    call exchange(now)
    call start_clock()
    do i = 1, problem%iterations
      call advance()
      call exchange(now)
    end do
    call stop_clock()
    call start_clock()
    do i = 1, exchanges_apart
      call exchange(mod(i, 2))
    end do
    call finish_batch('notify', is_verified=.true.)
  end do

contains

  subroutine exchange(state)
    integer, intent(in) :: state
    integer :: n
    do n = 1, size(links)
      associate (from => links(n)%from, to => links(n)%to, there => links(n)%rank + 1)
        pressure(:, to(1):to(2), to(3):to(4), state)[there, notify=came(state)] = &
          pressure(:, from(1):from(2), from(3):from(4), state)
      end associate
    end do
    if (size(links) > 0) notify wait (came(state), until_count=size(links))
  end subroutine exchange

end program jacobi3d_notify
