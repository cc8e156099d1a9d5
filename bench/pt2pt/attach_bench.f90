! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! A put to an image that has attached an event to what is put into, timed one way between two images, beside a put and an
! explicit post. Whoever receives reads the last value. Image 1 prints lines "name/via bytes value" in nanoseconds.
!
!   attach_bench SECONDS-PER-CASE [largest size in bytes]
program attach_bench
  use, intrinsic :: iso_fortran_env, only: real64, event_type
  use arauto, only: event_attach, event_detach
  use message_bench, only: me, other, largest, sizes, local, set_up, repetitions, clock, must_be, tell
  implicit none
  real(real64), allocatable :: box(:)[:]
  type(event_type) :: noticed[*], posted[*]
  integer :: i
  call set_up()
  if (num_images() == 2) then
    allocate(box(largest / 8)[*])
    box = 0
    do i = 1, size(sizes)
      if (sizes(i) <= largest) call bench(sizes(i) / 8)
    end do
  end if

contains

  subroutine bench(length)
    integer, intent(in) :: length
    integer :: count, pass
    real(real64) :: t
    call event_attach(noticed, box(1:length))
    count = 20
    do pass = 1, 2
      sync all
      t = clock()
      call exchange_attached(count, length)
      t = clock() - t
      if (pass == 1) count = repetitions(count, t)
    end do
    call tell('notified_put/event_attach', length, t / count / 2)
    call event_detach(noticed, box(1:length))
    count = 20
    do pass = 1, 2
      sync all
      t = clock()
      call exchange_posted(count, length)
      t = clock() - t
      if (pass == 1) count = repetitions(count, t)
    end do
    call tell('put_event/fortran', length, t / count / 2)
  end subroutine bench

  subroutine exchange_attached(count, length)
    integer, intent(in) :: count, length
    integer :: turn, half
    do turn = 1, count
      do half = 1, 2
        if (half == me) then
          local(length) = turn
          box(1:length)[other] = local(1:length)
        else
          event wait (noticed)
          call must_be(box(length), turn)
        end if
      end do
    end do
  end subroutine exchange_attached

  subroutine exchange_posted(count, length)
    integer, intent(in) :: count, length
    integer :: turn, half
    do turn = 1, count
      do half = 1, 2
        if (half == me) then
          local(length) = turn
          box(1:length)[other] = local(1:length)
          event post (posted[other])
        else
          event wait (posted)
          call must_be(box(length), turn)
        end if
      end do
    end do
  end subroutine exchange_posted

end program attach_bench
