! RACE yes; pair put_from.f90:10 put_from.f90:11; images 3; an image puts from its own coarray, where another one puts
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: a(4)[*], b(4)[*]
  a = this_image()
  b = 0
  sync all
  if (this_image() == 1) b(:)[2] = a(:)
  if (this_image() == 3) a(3)[1] = 9
  sync all
end program p
