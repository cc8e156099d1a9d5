! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Fortran 2023's notified puts.
program counted
  use iso_fortran_env
  implicit none
  type(notify_type) :: came(2)[*]
  real :: x(4)[*]
  integer :: me, n, next, round
  me = this_image(); n = num_images(); next = mod(me, n) + 1
  x = 0
  sync all
  do round = 1, 50
    x(2:3)[next, notify=came(1)] = real(round*me)
    x(4)[next, notify=came(2)] = round
    notify wait (came(1))
    notify wait (came(2), until_count=1)
    if (x(3) /= round*(mod(me + n - 2, n) + 1) .or. x(4) /= round) error stop 'wrong'
    sync all
  end do
  print '(a,i0,4f7.1)', 'came ', me, x
end program
