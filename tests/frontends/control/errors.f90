! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Statements that go wrong change nothing and say so; DEALLOCATE waits for all images.
program errors
  use, intrinsic :: iso_fortran_env, only: event_type
  implicit none (type)
  type(event_type) :: e[*]
  integer, allocatable :: a(:)[:], b(:)[:]
  integer :: tick[*], st, me, n, count, i, zero
  character(120) :: text
  me = this_image()
  n = num_images()
  tick = 0
  zero = 0
  if (n > 1) then
    allocate(a(merge(8, 10, me == n))[*], stat=st, errmsg=text)
    if (st == 0 .or. allocated(a)) error stop 'different sizes'
    if (index(text, 'different sizes') == 0) error stop 'errmsg of different sizes'
  end if
  allocate(b(400000000000_8)[*], stat=st, errmsg=text)
  if (st == 0 .or. allocated(b)) error stop 'more than there is'
  if (index(text, 'no room') == 0) error stop 'errmsg of more than there is'
  allocate(b(10)[*], stat=st)
  if (st /= 0 .or. .not. allocated(b)) error stop 'allocate after what failed'
  event post (e[n + 1], stat=st, errmsg=text)
  if (st == 0 .or. index(text, 'no image') == 0) error stop 'an event of no image'
  event post (e)
  event wait (e, until_count=zero, stat=st) ! as until_count=1
  call event_query(e, count)
  if (st /= 0 .or. count /= 0) error stop 'until_count=0'
  sync images (zero, stat=st, errmsg=text)
  if (st == 0 .or. index(text, 'no image') == 0) error stop 'sync images (0)'
  b = me
  sync all
  if (me /= 1) then
    do i = 1, 1000
      if (any(b(:)[1] /= 1)) error stop 'deallocated under a reader'
    end do
  end if
  tick = 1
  deallocate(b)
  do i = 1, n
    if (tick[i] /= 1) error stop 'deallocate did not wait'
  end do
  sync all
end program
