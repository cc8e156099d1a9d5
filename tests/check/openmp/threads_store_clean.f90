! RACE no; images 2; threads of an image write, then another image gets
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: a(64)[*], b(64), i
  sync all
  !$omp parallel do
  do i = 1, 64
    a(i) = i
  end do
  sync all
  b = a(:)[3 - this_image()]
  if (b(64) /= 64) error stop
  sync all
end program p
