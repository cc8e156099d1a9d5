! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! A put to an image that does not exist ends the program with a sentence.
program wrong_image
  implicit none (type, external)
  integer, save :: a[*]
  integer :: image
  image = num_images() + 3
  a = 5
  sync all
  if (this_image() == 1) a[image] = 1
  sync all
end program wrong_image
