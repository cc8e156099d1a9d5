! RACE yes; pair halo.f90:14 halo.f90:17; images 2; a put that is one element too long for the halo
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
    u(0:1)[2] = u(n - 1:n)
  else
    do i = 1, n
      u(i) = u(i) + 1
    end do
  end if
  sync all
end program p
