! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! A put with Fortran 2023's NOTIFY=, timed one way between two images, and beside it a put and an explicit post to the same
! memory. The target reads the last value. Image 1 prints lines "name/via bytes value" in nanoseconds.
!
!   notify_bench SECONDS-PER-CASE [largest size in bytes]
program notify_bench
  use, intrinsic :: iso_fortran_env, only: real64, event_type, notify_type
  use message_bench, only: me, other, largest, sizes, local, set_up, repetitions, clock, must_be, report
  implicit none
  real(real64), allocatable :: box(:)[:]
  real(real64) :: scalar[*]                 ! for 8 bytes
  type(notify_type) :: noticed[*]
  type(event_type) :: posted[*]
  integer :: i
  call set_up()
  if (num_images() == 2) then
    allocate(box(largest / 8)[*])
    box = 0
    do i = 1, size(sizes)
      if (sizes(i) > largest) exit
      call bench('notified_put/fortran_notify', exchange, sizes(i) / 8)
      call bench('put_event/beside_notify', exchange_posted, sizes(i) / 8)
    end do
  end if

contains

  subroutine bench(name, exchange, length)
    interface
      subroutine exchange(count, length)
        integer, intent(in) :: count, length
      end subroutine exchange
    end interface
    character(*), intent(in) :: name
    integer, intent(in) :: length
    integer :: count, pass
    real(real64) :: t
    count = 20
    do pass = 1, 2
      sync all
      t = clock()
      call exchange(count, length)
      t = clock() - t
      if (pass == 1) count = repetitions(count, t)
    end do
    call report(name, length, t / count / 2)
  end subroutine bench

  subroutine exchange(count, length)
    integer, intent(in) :: count, length
    integer :: turn, half
    if (length == 1) then
      call exchange_scalar(count)
      return
    end if
    do turn = 1, count
      do half = 1, 2
        if (half == me) then
          local(length) = turn
          box(1:length)[other, notify=noticed] = local(1:length)
        else
          notify wait (noticed)
          call must_be(box(length), turn)
        end if
      end do
    end do
  end subroutine exchange

  subroutine exchange_posted(count, length)
    integer, intent(in) :: count, length
    integer :: turn, half
    real(real64) :: x
    do turn = 1, count
      do half = 1, 2
        if (half /= me) then
          event wait (posted)
          if (length == 1) call must_be(scalar, turn)
          if (length > 1) call must_be(box(length), turn)
          cycle
        end if
        if (length == 1) then
          x = turn
          scalar[other] = x
        else
          local(length) = turn
          box(1:length)[other] = local(1:length)
        end if
        event post (posted[other])
      end do
    end do
  end subroutine exchange_posted

  subroutine exchange_scalar(count)
    integer, intent(in) :: count
    integer :: turn, half
    real(real64) :: x
    do turn = 1, count
      do half = 1, 2
        if (half == me) then
          x = turn
          scalar[other, notify=noticed] = x
        else
          notify wait (noticed)
          call must_be(scalar, turn)
        end if
      end do
    end do
  end subroutine exchange_scalar

end program notify_bench
