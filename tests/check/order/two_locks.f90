! RACE yes; pair two_locks.f90:13 two_locks.f90:17; images 3; two images take two locks
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: lock_type
  implicit none
  integer :: x[*]
  type(lock_type) :: door(3)[*]
  x = 0
  sync all
  if (this_image() == 2) then
    lock (door(2)[1])
    x[1] = 2
    unlock (door(2)[1])
  else if (this_image() == 3) then
    lock (door(3)[1])
    x[1] = 3
    unlock (door(3)[1])
  end if
  sync all
end program p
