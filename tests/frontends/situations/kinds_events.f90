! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Counts, thresholds and atomic values whose kinds differ from the default.
program kinds_events
  use, intrinsic :: iso_fortran_env
  implicit none
  type(event_type) :: ready[*]
  integer(atomic_int_kind) :: counter[*]
  logical(atomic_logical_kind) :: flag[*]
  integer(int64) :: count
  integer(atomic_int_kind) :: before
  logical :: seen
  integer :: me, n, status
  me = this_image()
  n = num_images()
  counter = 0
  flag = .false.
  sync all
  event post (ready[1_int64])
  call atomic_add(counter[int(n, int8)], 2_atomic_int_kind)
  if (me == n) call atomic_define(flag[1_int16], .true.)
  if (me == 1) then
    event wait (ready, until_count=int(n, int64))
    call event_query(ready, count)
    if (count /= 0_int64) error stop 'another count'
    event post (ready)
    event post (ready)
    call event_query(ready, count, stat=status)
    if (count /= 2 .or. status /= 0) error stop 'another count of two'
    event wait (ready, until_count=2_int16)
  end if
  sync all
  call atomic_fetch_add(counter[int(n, int64)], 0_atomic_int_kind, before)
  if (before /= 2*n) error stop 'another counter'
  if (me == 1) then
    call atomic_ref(seen, flag)
    if (.not. seen) error stop 'another flag'
  end if
  call random_init(.false._1, .true._8)
  sync all
  if (me == 1) print '(a)', 'ok'
end program
