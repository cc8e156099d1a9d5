! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! A put to memory to which the target has attached an event, timed one way between two images, beside a put and an
! explicit post. The target reads the last value. Image 1 prints lines "name/via bytes value" in nanoseconds.
!
!   attach_bench SECONDS-PER-CASE [largest size in bytes]
program attach_bench
  use, intrinsic :: iso_fortran_env, only: real64, event_type
  use arauto, only: event_attach, event_detach
  use message_bench, only: me, other, largest, sizes, local, set_up, repetitions, clock, must_be, report
  implicit none
  real(real64), allocatable :: box(:)[:]
  real(real64) :: scalar[*]                 ! for 8 bytes
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
    if (length == 1) then
      call event_attach(noticed, scalar)
      call report('notified_put/event_attach', 1, each(scalar_attached, 1))
      call event_detach(noticed, scalar)
      call report('put_event/fortran', 1, each(scalar_posted, 1))
    else
      call event_attach(noticed, box(1:length))
      call report('notified_put/event_attach', length, each(array_attached, length))
      call event_detach(noticed, box(1:length))
      call report('put_event/fortran', length, each(array_posted, length))
    end if
  end subroutine bench

  ! Seconds of one way.
  function each(exchange, length) result(t)
    interface
      subroutine exchange(count, length)
        integer, intent(in) :: count, length
      end subroutine exchange
    end interface
    integer, intent(in) :: length
    real(real64) :: t
    integer :: count, pass
    count = 20
    do pass = 1, 2
      sync all
      t = clock()
      call exchange(count, length)
      t = clock() - t
      if (pass == 1) count = repetitions(count, t)
    end do
    t = t / count / 2
  end function each

  subroutine scalar_attached(count, length)
    integer, intent(in) :: count, length
    integer :: turn, half
    real(real64) :: x
    do turn = length, count
      do half = 1, 2
        if (half == me) then
          x = turn
          scalar[other] = x
        else
          event wait (noticed)
          call must_be(scalar, turn)
        end if
      end do
    end do
  end subroutine scalar_attached

  subroutine scalar_posted(count, length)
    integer, intent(in) :: count, length
    integer :: turn, half
    real(real64) :: x
    do turn = length, count
      do half = 1, 2
        if (half == me) then
          x = turn
          scalar[other] = x
          event post (posted[other])
        else
          event wait (posted)
          call must_be(scalar, turn)
        end if
      end do
    end do
  end subroutine scalar_posted

  subroutine array_attached(count, length)
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
  end subroutine array_attached

  subroutine array_posted(count, length)
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
  end subroutine array_posted

end program attach_bench
