! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Images, STAT= and ERRMSG= of collectives with arguments of every kind, by position and by keyword.
program kinds_collectives
  use, intrinsic :: iso_fortran_env
  implicit none
  integer(int64) :: wide
  integer(int16) :: short
  real(real64) :: x(3)
  integer :: me, n, status
  character(40) :: message
  me = this_image()
  n = num_images()
  wide = me
  call co_sum(wide, 1_int64)
  if (me == 1 .and. wide /= int(n, int64)*(n + 1)/2) error stop 'another sum'
  short = int(me, int16)
  call co_max(short, result_image=int(n, int8))
  if (me == n .and. short /= n) error stop 'another maximum'
  x = me
  call co_min(x, int(1, int16), status, message)
  if (status /= 0) error stop 'a status'
  if (me == 1 .and. any(x /= 1)) error stop 'another minimum'
  x = me
  call co_broadcast(x, int(n, int64))
  if (any(x /= n)) error stop 'another broadcast'
  short = int(me, int16)
  call co_broadcast(short, source_image=1_int8, stat=status)
  if (short /= 1 .or. status /= 0) error stop 'another short broadcast'
  sync all
  if (me == 1) print '(a)', 'ok'
end program
