! RACE yes; pair long.f90:15 long.f90:17; images 2; the last of many elements
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer, parameter :: n = 20000
  real(8) :: a(n)[*], b(n), seen
  integer :: i
  do i = 1, n
    a(i) = 0
    b(i) = i
  end do
  sync all
  if (this_image() == 1) then
    a(1:n - 1)[2] = b(1:n - 1)
  else
    seen = a(n - 1)
    if (seen > n) error stop
  end if
  sync all
end program p
