! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! ERROR STOP of one image ends all, and the message names it.
program ending
  implicit none
  integer :: a[*]
  a = this_image()
  sync all
  if (a == num_images()) error stop 'no more'
  sync all
  print '(a)', 'nobody comes here'
end program
