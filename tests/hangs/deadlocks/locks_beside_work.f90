! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Two images take two locks in opposite orders, while a third computes for ever.
!
! images 3
! stuck images 1, 2
! told image 1: lock (second[1]), @one; image 2 holds it
! told image 2: lock (first[1]), @two; image 1 holds it
program locks_beside_work
  use iso_fortran_env, only: lock_type
  type(lock_type) :: first[*], second[*]
  real, volatile :: x = 0
  if (this_image() == 1) lock (first[1])
  if (this_image() == 2) lock (second[1])
  sync all
  select case (this_image())
  case (1)
    lock (second[1]) ! @one
  case (2)
    lock (first[1]) ! @two
  case (3)
    do
      x = x + 1
    end do
  end select
end program
