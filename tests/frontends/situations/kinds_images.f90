! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Image indices, cosubscripts, team numbers and dimensions of every integer kind.
program kinds_images
  use, intrinsic :: iso_fortran_env
  implicit none
  integer :: c(2)[0:*]
  type(team_type) :: team
  integer(int8) :: small
  integer(int16) :: short
  integer(int64) :: long
  integer :: me, n
  me = this_image()
  n = num_images()
  c = me
  small = int(n, int8)
  short = int(n, int16)
  long = n
  sync all
  if (c(1)[small - 1_int8] /= n .or. c(2)[long - 1] /= n) error stop 'another image'
  if (image_index(c, [long - 1]) /= n) error stop 'another index'
  if (this_image(c, 1_int64) /= me - 1) error stop 'another cosubscript'
  if (lcobound(c, dim=1_int8) /= 0 .or. ucobound(c, 1_int64) /= n - 1) error stop 'another bound'
  if (kind(ucobound(c, 1, kind=int64)) /= int64) error stop 'another kind'
  if (image_status(int(me, int64)) /= 0) error stop 'another status'
  sync images (int([me], int64))
  form team (int(1 + mod(me, 2), int64), team)
  change team (team)
    if (team_number() /= 1 + mod(me, 2)) error stop 'another team'
  end team
  sync all
  if (me == 1) print '(a)', 'ok'
end program
