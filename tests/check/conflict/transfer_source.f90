! RACE yes; pair transfer_source.f90:10 transfer_source.f90:11; images 3; the source of a transfer between two other images
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: a(4)[*], b(4)[*]
  a = 0
  b = this_image()
  sync all
  if (this_image() == 1) a(:)[2] = b(:)[3]
  if (this_image() == 3) b(2) = 9
  sync all
  if (this_image() == 2 .and. a(1) /= 3) error stop
end program p
