! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! A get into an array of more than one dimension with a vector subscript is lost.
program into_vector
  implicit none
  integer :: a(4)[*], x(3, 3), rows(2), i
  a = [(i, i = 1, 4)]
  x = 0
  rows = [3, 1]
  sync all
  x(2, [3, 1]) = a(1:2)[1] !warned
  x(rows, 2) = a(3:4)[1] !warned
  x(2, [3, 1]) = (a(1:2)[1]) !right
  x(rows, 2) = (a(3:4)[1]) !right
  if (x(2, 3) == 1 .and. x(2, 1) == 2 .and. x(3, 2) == 3 .and. x(1, 2) == 4) print '(a)', 'right'
end program
