! RACE no; images 2; a put into the halo, while the owner changes the inside
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer, parameter :: n = 8
  integer :: u(0:n + 1)[*], i, me
  me = this_image()
  do i = 0, n + 1
    u(i) = me
  end do
  sync all
  if (me == 1) then
    u(0:0)[2] = u(n:n)
  else
    do i = 1, n
      u(i) = u(i) + 1
    end do
  end if
  sync all
  if (me == 2 .and. u(0) /= 1) error stop
end program p
