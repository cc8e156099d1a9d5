! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! A coarray of a module.
module place
  implicit none
  integer :: x[*]
end module place
program module_data
  use place
  implicit none
  x = this_image()
  sync all
  if (x[num_images()] /= num_images()) error stop 3
  sync all
  if (this_image() == 1) print *, "module_data: done"
end program module_data
