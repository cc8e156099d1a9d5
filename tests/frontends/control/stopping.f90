! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Images that stop are seen as stopped, and statements that need them report it.
program stopping
  use, intrinsic :: iso_fortran_env, only: stat_stopped_image
  implicit none (type)
  integer :: me, n, st
  character(80) :: text
  me = this_image()
  n = num_images()
  if (me == n) stop
  sync images (n, stat=st, errmsg=text)
  if (st /= stat_stopped_image) error stop 'sync images'
  if (index(text, 'has stopped') == 0) error stop 'errmsg'
  if (image_status(n) /= stat_stopped_image) error stop 'image_status'
  if (.not. any(stopped_images() == n)) error stop 'stopped_images'
  sync all (stat=st)
  if (st /= stat_stopped_image) error stop 'sync all'
end program
