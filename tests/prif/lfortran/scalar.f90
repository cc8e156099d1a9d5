! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! A scalar of each neighbour is read, then one is written.
program scalar
  implicit none
  integer :: x[*]
  integer :: right, left, y
  right = this_image() + 1
  if (right > num_images()) right = 1
  left = this_image() - 1
  if (left < 1) left = num_images()
  x = 10 * this_image()
  sync all
  y = x[right]
  if (y /= 10 * right) error stop 3
  sync all
  x[right] = this_image()
  sync all
  if (x /= left) error stop 4
  if (this_image() == 1) print *, "scalar: done"
end program scalar
