! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! gfortran passes a wrong list where a vector subscript is a section itself: the error message names a remedy.
program wrong_list
  implicit none (type)
  integer :: a(6)[*], b(3), v(6), i
  a = 0
  b = 1
  v = [(i, i=1, 6)]
  sync all
  a(v(1:6:2))[1] = b
end program
