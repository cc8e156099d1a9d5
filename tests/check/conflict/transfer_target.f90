! RACE yes; pair transfer_target.f90:10 transfer_target.f90:12; images 3; the target of a transfer between two other images
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: a(4)[*], b(4)[*], seen
  a = 0
  b = this_image()
  sync all
  if (this_image() == 1) a(:)[2] = b(:)[3]
  if (this_image() == 2) then
    seen = a(2)
    if (seen > 3) error stop
  end if
  sync all
end program p
