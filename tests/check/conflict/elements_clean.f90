! RACE no; images 2; a loop of puts of one element, and a loop of reads of others
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: a(50)[*], i, seen
  do i = 1, 50
    a(i) = 0
  end do
  sync all
  if (this_image() == 1) then
    do i = 1, 40
      a(i)[2] = i
    end do
  else
    seen = 0
    do i = 41, 50
      seen = seen + a(i)
    end do
    if (seen > 0) error stop
  end if
  sync all
end program p
