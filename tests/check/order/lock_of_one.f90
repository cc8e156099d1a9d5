! RACE yes; pair lock_of_one.f90:13 lock_of_one.f90:16; images 2; only one of two images takes the lock
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: lock_type
  implicit none
  integer :: x[*]
  type(lock_type) :: door[*]
  x = 0
  sync all
  if (this_image() == 1) then
    lock (door[1])
    x = x + 1
    unlock (door[1])
  else
    x[1] = 5
  end if
  sync all
end program p
