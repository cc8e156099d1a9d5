! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Two images wait for a third one's locks, which it holds in turn: a chain, and no cycle.
!
! images 4
program crossed_locks
  use iso_fortran_env, only: lock_type
  type(lock_type) :: first[*], second[*]
  if (this_image() == 1) lock (first[1])
  if (this_image() == 2) lock (second[1])
  sync all
  select case (this_image())
  case (1)
    call sleep (3)
    unlock (first[1])
  case (2)
    lock (first[1])
    unlock (first[1])
    unlock (second[1])
  case (3)
    lock (second[1])
    unlock (second[1])
  end select
  sync all
end program
