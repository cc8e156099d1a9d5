! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Image 3 keeps a lock while it waits for all, of which one wants the lock.
!
! images 4
! told images 1, 3, 4: sync all, @all; for image 2
! told image 2: lock (door[3]), @lock; image 3 holds it
! far images 1, 3, 4: sync all, @all; for image 2
! far image 2: lock (door[3]), @lock; behind image 3
program held_by_a_waiter
  use iso_fortran_env, only: lock_type
  type(lock_type) :: door[*]
  if (this_image() == 3) lock (door)
  sync all
  if (this_image() == 2) lock (door[3]) ! @lock
  sync all ! @all
  if (this_image() == 3) unlock (door)
end program
