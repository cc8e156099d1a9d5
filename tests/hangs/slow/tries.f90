! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! One image tries for a lock again and again.
!
! images 3
program tries
  use iso_fortran_env, only: lock_type
  type(lock_type) :: door[*]
  logical :: is_mine
  if (this_image() == 1) lock (door[1])
  sync all
  select case (this_image())
  case (1)
    call sleep (3)
    unlock (door[1])
  case (2)
    do
      lock (door[1], acquired_lock=is_mine)
      if (is_mine) exit
    end do
    unlock (door[1])
  end select
  sync all
end program
