! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! A lock is kept for long, and its next owner waits meanwhile, as do all others for that one.
!
! images 4
program long_lock
  use iso_fortran_env, only: lock_type
  type(lock_type) :: door[*]
  if (this_image() == 2) lock (door[1])
  if (this_image() <= 2) sync images (3 - this_image())
  if (this_image() == 2) then
    call sleep (3)
    unlock (door[1])
  else if (this_image() == 1) then
    lock (door)
    unlock (door)
  end if
  sync all
end program
