! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The communication of a solver that exchanges halos by coarrays inside an MPI program. Images exchange parts of unequal
! lengths with some peers, by section puts into allocatable coarrays, and then notify the peers in one of three ways:
! SYNC IMAGES, ATOMIC_DEFINE and ATOMIC_REF for each peer, or events. MPI is called in every step.
program exchange
  use, intrinsic :: iso_c_binding, only: c_int
  use, intrinsic :: iso_fortran_env, only: atomic_int_kind, event_type, real64
  implicit none
  include 'side.inc'
  integer, parameter :: longest = 4000, steps = 30
  real(real64), allocatable :: box(:)[:] ! a part of `longest` for each image that may send
  integer(atomic_int_kind), allocatable :: came(:)[:], free(:)[:] ! an element for each image
  type(event_type), allocatable :: has_come(:)[:], is_free(:)[:]
  integer, allocatable :: peers(:)
  integer :: me, images, mode, step, i, wrong
  call side_begin(1_c_int)
  me = this_image()
  images = num_images()
  if (side_size() /= images .or. side_rank() /= me - 1) error stop 'images are not the ranks of MPI'
  allocate (box(longest*images)[*], source=0.0_real64)
  allocate (came(images)[*], free(images)[*], source=0_atomic_int_kind)
  allocate (has_come(images)[*], is_free(images)[*])
  peers = pack([(i, i=1, images)], [(i /= me .and. abs(i - me) <= 2, i=1, images)])
  wrong = 0
  sync all
  do mode = 1, 3
    do step = 1, steps
      call send(mode, step)
      call await(mode, step)
      do i = 1, size(peers)
        if (any(box(start(peers(i)):start(peers(i)) + part(peers(i), me) - 1) /= value(peers(i), step))) wrong = wrong + 1
      end do
      if (side_sum(step) /= images*step) error stop 'the sum by MPI'
      call release(mode, step)
    end do
    sync all ! came and free are used by one mode alone
  end do
  call co_sum(wrong)
  if (wrong > 0) error stop 'a peer was told before its data had come'
  call side_end()
  if (me == 1) print '(a)', 'all is right'

contains

  integer pure function start(sender)
    integer, intent(in) :: sender
    start = (sender - 1)*longest + 1
  end function start

  integer pure function part(sender, receiver)
    integer, intent(in) :: sender, receiver
    part = merge(1 + mod(37*sender + 11*receiver, 60), longest, mod(sender + receiver, 3) /= 0)
  end function part

  real(real64) pure function value(sender, step)
    integer, intent(in) :: sender, step
    value = 1000*step + sender
  end function value

  subroutine send(mode, step)
    integer, intent(in) :: mode, step
    integer :: i, peer, n, at
    at = start(me)
    do i = 1, size(peers)
      peer = peers(i)
      n = part(me, peer)
      box(at:at + n - 1)[peer] = spread(value(me, step), 1, n)
      if (mode == 2) call atomic_define(came(me)[peer], int(step, atomic_int_kind))
      if (mode == 3) event post (has_come(me)[peer])
    end do
  end subroutine send

  subroutine await(mode, step)
    integer, intent(in) :: mode, step
    integer(atomic_int_kind) :: now
    integer :: i
    if (mode == 1) sync images (peers)
    do i = 1, size(peers)
      if (mode == 2) then
        now = 0
        do while (now < step)
          call atomic_ref(now, came(peers(i)))
        end do
      else if (mode == 3) then
        event wait (has_come(peers(i)))
      end if
    end do
  end subroutine await

  ! The peers may send again: what they have sent has been read.
  subroutine release(mode, step)
    integer, intent(in) :: mode, step
    integer(atomic_int_kind) :: now
    integer :: i
    if (mode == 1) sync images (peers)
    do i = 1, size(peers)
      if (mode == 2) call atomic_define(free(me)[peers(i)], int(step, atomic_int_kind))
      if (mode == 3) event post (is_free(me)[peers(i)])
    end do
    do i = 1, size(peers)
      if (mode == 2) then
        now = 0
        do while (now < step)
          call atomic_ref(now, free(peers(i)))
        end do
      else if (mode == 3) then
        event wait (is_free(peers(i)))
      end if
    end do
  end subroutine release
end program exchange
