! RACE no; images 4; SYNC ALL
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: x[*], right
  right = mod(this_image(), num_images()) + 1
  x = 0
  sync all
  x[right] = this_image()
  sync all
  if (x[right] /= this_image()) error stop
end program p
