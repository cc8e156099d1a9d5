! RACE no; images 2; an image posts when its threads have put
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: event_type
  implicit none
  integer :: a(64)[*], i, seen
  type(event_type) :: came[*]
  do i = 1, 64
    a(i) = 0
  end do
  sync all
  if (this_image() == 1) then
    !$omp parallel do
    do i = 1, 64
      a(i)[2] = i
    end do
    event post (came[2])
  else
    event wait (came)
    seen = 0
    do i = 1, 64
      seen = seen + a(i)
    end do
    if (seen /= 2080) error stop
  end if
  sync all
end program p
