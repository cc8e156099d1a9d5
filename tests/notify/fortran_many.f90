! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! 32,768 columns with an event each, as in the pipelined kernel; then more attachments than the shared memory has room
! for: refused, and nothing else is lost.
program fortran_many
  use, intrinsic :: iso_fortran_env, only: event_type, int8
  use arauto, only: event_attach, event_detach, notify_query
  implicit none
  integer, parameter :: columns = 32768
  type(event_type), allocatable :: came(:)[:]
  real, allocatable :: a(:, :)[:]
  integer(int8), allocatable :: bytes(:)[:]
  integer :: me, images, right, j, stat, there, made
  me = this_image()
  images = num_images()
  right = merge(1, me + 1, me == images)
  allocate (a(4, columns)[*], came(columns)[*], bytes(400000)[*])
  do j = columns, 1, -1
    call event_attach(came(j), a(:, j))
  end do
  sync all
  do j = 1, columns
    a(1 + mod(j, 4), j)[right] = real(j)
  end do
  do j = 1, columns
    event wait (came(j))
    if (a(1 + mod(j, 4), j) /= real(j)) error stop 'the event was there before its data'
  end do
  sync all
  a(:, 5:columns:5)[right] = 0
  sync all
  do j = 1, columns
    call notify_query(came(j), there)
    if (there /= merge(1, 0, mod(j, 5) == 0)) error stop 'every fifth column'
    if (there > 0) then
      event wait (came(j))
    end if
  end do
  sync all
  ! The heap of this test has room for less than 400,000.
  made = 0
  do j = 1, 400000
    call event_attach(came(1 + mod(j, columns)), bytes(j), stat)
    if (stat /= 0) exit
    made = j
  end do
  if (stat == 0) error stop 'room for all'
  sync all
  bytes(made + 1)[right] = 1_int8
  bytes(made)[right] = 1_int8
  sync all
  do j = 1, columns
    call notify_query(came(j), there)
    if (there /= merge(1, 0, j == 1 + mod(made, columns))) error stop 'the last one made'
  end do
  sync all
  do j = 1, columns
    call event_detach(came(j), a(:, j))
  end do
  deallocate (bytes)
  call event_detach(came(1), stat=stat)
  if (stat == 0) error stop 'something is attached'
  a(:, :)[right] = 1
  sync all
  if (me == 1) print '(a)', 'ok'
end program fortran_many
