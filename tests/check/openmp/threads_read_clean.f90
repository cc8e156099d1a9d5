! RACE no; images 2; threads of two images read and get the same
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: a(64)[*], i, seen
  do i = 1, 64
    a(i) = this_image()
  end do
  sync all
  seen = 0
  !$omp parallel do reduction(+:seen)
  do i = 1, 64
    seen = seen + a(i)[2] + a(i)
  end do
  if (seen /= 64 * (2 + this_image())) error stop
  sync all
end program p
