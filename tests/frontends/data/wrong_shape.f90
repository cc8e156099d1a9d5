! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Two elements for three: the error message has both shapes, and does not mention vector subscripts.
program wrong_shape
  implicit none (type)
  integer :: a(6)[*], b(6), n, m
  a = 0
  b = 1
  n = 3
  m = n - 1
  sync all
  a(1:n)[1] = b(1:m)
end program
