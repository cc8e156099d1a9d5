! RACE no; images 2; threads of an image put, and SYNC ALL behind them
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: a(64)[*], i, seen
  do i = 1, 64
    a(i) = 0
  end do
  sync all
  if (this_image() == 1) then
    !$omp parallel do
    do i = 1, 64
      a(i)[2] = i
    end do
  end if
  sync all
  if (this_image() == 2) then
    seen = 0
    do i = 1, 64
      seen = seen + a(i)
    end do
    if (seen /= 2080) error stop
  end if
end program p
