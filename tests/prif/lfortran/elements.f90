! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Elements of an array.
program elements
  implicit none
  integer :: x(5)[*]
  integer :: i, y
  do i = 1, 5
    x(i) = 100 * this_image() + i
  end do
  sync all
  y = x(4)[num_images()]
  if (y /= 100 * num_images() + 4) error stop 3
  sync all
  if (this_image() == num_images()) x(2)[1] = 7
  sync all
  if (this_image() == 1) then
    if (x(2) /= 7 .or. x(1) /= 101 .or. x(3) /= 103) error stop 4
    print *, "elements: done"
  end if
end program elements
