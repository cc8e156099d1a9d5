! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! sync all, sync images in all forms, sync memory; data put before is seen after.
program sync
  use, intrinsic :: iso_fortran_env, only: stat_stopped_image
  implicit none (type)
  integer :: x[*], ring(100)[*], me, n, i, right, left, st
  character(60) :: text
  me = this_image()
  n = num_images()
  right = merge(1, me + 1, me == n)
  left = merge(n, me - 1, me == 1)
  do i = 1, 200
    x[right] = i * 1000 + me
    sync all
    if (x /= i * 1000 + left) error stop 'sync all'
    sync all
  end do
  do i = 1, 100
    ring(i)[right] = i + me
    if (n > 2) then
      sync images ([left, right])
    else
      sync images (right)
    end if
    if (ring(i) /= i + left) error stop 'sync images with neighbours'
    sync images (*)
  end do
  sync images (me)
  if (me == 1) then
    sync images (*)
  else
    sync images (1)
  end if
  sync memory
  st = -1
  sync all (stat=st, errmsg=text)
  if (st /= 0) error stop 'stat of sync all'
  text = ''
  sync images ([me, me], stat=st, errmsg=text)
  if (st == 0 .or. index(text, 'twice') == 0) error stop 'an image listed twice'
  sync images (n + 1, stat=st, errmsg=text)
  if (st == 0 .or. index(text, 'no image') == 0) error stop 'an image that does not exist'
  sync all
end program
