! RACE yes; pair matmul_result.f90:11 matmul_result.f90:13; images 2; a product of matrices is assigned to it
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  real(8) :: a(40, 40)[*], b(40, 40)
  a = 1
  b = 2
  sync all
  if (this_image() == 1) then
    a(3, 4)[2] = 5
  else
    a = matmul(b, b)
  end if
  sync all
  if (a(1, 1) < 0) error stop
end program p
