! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The first program: images, and a sum over them.
program hello
  implicit none
  integer :: total
  total = this_image()
  call co_sum(total)
  print '(a,i0,a,i0,a,i0)', 'image ', this_image(), ' of ', num_images(), ', sum of images ', total
end program hello
