! RACE yes; pair got_into.f90:10 got_into.f90:11; images 3; what an image gets into its own coarray, where another one puts
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: a(4)[*], b(4)[*]
  a = 0
  b = this_image()
  sync all
  if (this_image() == 1) a(:) = b(:)[2]
  if (this_image() == 3) a(3)[1] = 9
  sync all
end program p
