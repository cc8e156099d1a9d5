! RACE yes; pair threads_store.f90:12 threads_store.f90:17; images 2; threads of an image write what another image gets
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: a(64)[*], b(64), i
  do i = 1, 64
    a(i) = 0
  end do
  sync all
  if (this_image() == 1) then
    b = a(:)[2]
    if (b(64) > 64) error stop
  else
    !$omp parallel do
    do i = 1, 64
      a(i) = i
    end do
  end if
  sync all
end program p
