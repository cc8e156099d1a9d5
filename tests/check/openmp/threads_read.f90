! RACE yes; pair threads_read.f90:12 threads_read.f90:17; images 2; threads of an image read what another image puts
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
    a(33)[2] = 1
  else
    seen = 0
    !$omp parallel do reduction(+:seen)
    do i = 1, 64
      seen = seen + a(i)
    end do
    if (seen > 1) error stop
  end if
  sync all
end program p
