! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! ERROR STOP of one image ends the others, which wait for it.
program stopping
  implicit none
  if (this_image() == num_images()) error stop 9
  sync all
  print '(a)', 'behind ERROR STOP'
end program stopping
