! RACE no; images 3; what an image gets into its own coarray, beside what another one puts
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: a(4)[*], b(4)[*]
  a = 0
  b = this_image()
  sync all
  if (this_image() == 1) a(1:2) = b(1:2)[2]
  if (this_image() == 3) a(3)[1] = 9
  sync all
  if (this_image() == 1 .and. a(3) /= 9) error stop
end program p
