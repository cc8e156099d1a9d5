! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! event post, wait, query: counts, until_count, arrays of events, allocatable events, data before the post.
program events
  use, intrinsic :: iso_fortran_env, only: event_type
  implicit none (type)
  type(event_type) :: ready(3)[*], done[*]
  type(event_type), allocatable :: more(:)[:]
  integer :: x(1000)[*], me, n, i, right, left, count, st
  me = this_image()
  n = num_images()
  right = merge(1, me + 1, me == n)
  left = merge(n, me - 1, me == 1)
  do i = 1, 300
    x(:)[right] = i * 10 + me
    event post (ready(2)[right])
    event wait (ready(2))
    if (any(x /= i * 10 + left)) error stop 'data after its event'
    event post (done[left])
    event wait (done)
  end do
  call event_query(ready(2), count)
  if (count /= 0) error stop 'event_query after all were taken'
  sync all
  event post (ready(3)[1])
  if (me == 1) then
    event wait (ready(3), until_count=n, stat=st)
    if (st /= 0) error stop 'stat of event wait'
    call event_query(ready(3), count, stat=st)
    if (count /= 0 .or. st /= 0) error stop 'until_count takes all'
  end if
  allocate(more(5)[*])
  do i = 1, 5
    event post (more(i)[right])
    event post (more(i)[right])
  end do
  do i = 5, 1, -1
    event wait (more(i), until_count=2)
  end do
  deallocate(more)
end program
