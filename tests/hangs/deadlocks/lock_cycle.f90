! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Two images take two locks in opposite orders.
!
! images 3
! told image 1: lock (second[1]), @one; image 2 holds it
! told image 2: lock (first[1]), @two; image 1 holds it
! told image 3: sync all, @all; for images 1, 2
! far image 1: lock (second[1]), @one; image 2 holds it
! far image 2: lock (first[1]), @two; image 1 holds it
! far image 3: sync all, @all; for images 1, 2
program lock_cycle
  use iso_fortran_env, only: lock_type
  type(lock_type) :: first[*], second[*]
  if (this_image() == 1) lock (first[1])
  if (this_image() == 2) lock (second[1])
  sync all
  if (this_image() == 1) then
    lock (second[1]) ! @one
    unlock (second[1])
    unlock (first[1])
  else if (this_image() == 2) then
    lock (first[1]) ! @two
    unlock (first[1])
    unlock (second[1])
  end if
  sync all ! @all
end program
