! RACE no; images 2; a product of matrices reads it behind SYNC ALL
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  real(8) :: a(40, 40)[*], b(40, 40), c(40, 40)
  a = 1
  b = 2
  c = 0
  sync all
  if (this_image() == 1) then
    a(3, 4)[2] = 5
  end if
  sync all
  if (this_image() == 2) then
    c = matmul(a, b)
  end if
  sync all
  if (c(1, 1) < 0) error stop
end program p
