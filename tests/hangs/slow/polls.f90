! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! One image polls a flag without a pause, which another sets late; the third waits for all.
!
! images 3
program polls
  use iso_fortran_env, only: atomic_int_kind
  integer(atomic_int_kind) :: flag[*] = 0
  integer(atomic_int_kind) :: seen
  select case (this_image())
  case (1)
    do
      call atomic_ref (seen, flag)
      if (seen /= 0) exit
    end do
  case (2)
    call sleep (3)
    call atomic_define (flag[1], 1)
  end select
  sync all
end program
