! RACE yes; pair lock_of_another.f90:13 lock_of_another.f90:17; images 3; two images take the locks of two images
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: lock_type
  implicit none
  integer :: x[*]
  type(lock_type) :: door[*]
  x = 0
  sync all
  if (this_image() == 2) then
    lock (door[1])
    x[1] = 2
    unlock (door[1])
  else if (this_image() == 3) then
    lock (door[2])
    x[1] = 3
    unlock (door[2])
  end if
  sync all
end program p
