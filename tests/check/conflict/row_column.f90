! RACE yes; pair row_column.f90:9 row_column.f90:10; images 3; a row and a column have one element in common
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: m(5, 6)[*]
  m = 0
  sync all
  if (this_image() == 2) m(3, :)[1] = 2
  if (this_image() == 3) m(:, 4)[1] = 3
  sync all
  if (this_image() == 1 .and. m(3, 1) /= 2) error stop
end program p
