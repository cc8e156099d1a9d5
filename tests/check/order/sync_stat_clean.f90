! RACE no; images 3; SYNC ALL with STAT=
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: x[*], right, code
  right = mod(this_image(), num_images()) + 1
  x = 0
  sync all (stat=code)
  if (code /= 0) error stop
  x[right] = this_image()
  sync all (stat=code)
  if (code /= 0 .or. x[right] /= this_image()) error stop
end program p
