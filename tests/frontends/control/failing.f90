! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! An image fails; the others learn it from every statement with stat=, and go on.
program failing
  use, intrinsic :: iso_fortran_env, only: stat_failed_image, stat_locked, stat_locked_other_image, &
    event_type, lock_type, team_type
  implicit none (type)
  type(event_type) :: e[*]
  type(lock_type) :: l[*]
  type(team_type) :: active
  integer :: x[*], me, n, st, i, total, others
  integer, allocatable :: failed(:)
  character(80) :: text
  me = this_image()
  n = num_images()
  x = me
  sync all
  if (me == 2) lock (l[1])
  sync all
  if (me == 2) fail image
  text = ''
  sync all (stat=st, errmsg=text)
  if (st /= stat_failed_image) error stop 'sync all'
  if (index(text, 'image 2 has failed') == 0) error stop 'errmsg of sync all'
  if (image_status(2) /= stat_failed_image .or. image_status(me) /= 0) error stop 'image_status'
  failed = failed_images()
  if (size(failed) /= 1) error stop 'size of failed_images'
  if (failed(1) /= 2) error stop 'failed_images'
  sync images (2, stat=st)
  if (st /= stat_failed_image) error stop 'sync images'
  event post (e[2], stat=st)
  if (st /= stat_failed_image) error stop 'event post'
  i = x[2, stat=st]
  if (st /= stat_failed_image) error stop 'a get'
  do i = 1, 50
    sync all (stat=st)
    if (st /= stat_failed_image) error stop 'sync all among the survivors'
  end do
  lock (l[1], stat=st) ! its holder is gone
  ! Or it is STAT_UNLOCKED_FAILED_IMAGE, for which gfortran 12 has no name. UNLOCK shows which image has it.
  if (any(st == [stat_failed_image, stat_locked, stat_locked_other_image])) error stop 'a lock whose holder failed'
  unlock (l[1], stat=st)
  if (st /= 0) error stop 'unlock of an inherited lock'
  total = 1
  call co_sum(total, stat=st)
  if (st /= stat_failed_image) error stop 'co_sum'
  form team (1, active)
  change team (active)
    others = num_images()
    total = 1
    call co_sum(total)
    if (total /= n - 1 .or. others /= n - 1) error stop 'a team of the survivors'
    sync all
  end team
  if (me == 1) print '(a)', 'survived'
end program
