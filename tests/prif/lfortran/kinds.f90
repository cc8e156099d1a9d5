! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Reals of eight bytes go the same way.
program kinds
  implicit none
  real(8) :: x[*]
  real(8) :: y
  x = 0.5d0 * this_image()
  sync all
  y = x[num_images()]
  if (y /= 0.5d0 * num_images()) error stop 3
  sync all
  if (this_image() == 1) x[num_images()] = 2.25d0
  sync all
  if (this_image() == num_images() .and. x /= 2.25d0) error stop 4
  if (this_image() == 1) print *, "kinds: done"
end program kinds
