! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Images 2 to 4 wait for each other; image 1 polls a flag that one of them would set.
!
! images 5
! stuck images 2 to 5
! told image 2: sync images (3), @two; for image 3
! told image 3: sync images (4), @three; for image 4
! told image 4: sync images (2), @four; for image 2
! told image 5: sync all, @five; for images 1 to 4
program partners_beside_a_poll
  use iso_fortran_env, only: atomic_int_kind
  integer(atomic_int_kind) :: flag[*] = 0
  integer(atomic_int_kind) :: seen
  select case (this_image())
  case (1)
    do
      call atomic_ref (seen, flag)
      if (seen /= 0) exit
      call sleep(1)
    end do
  case (2)
    sync images (3) ! @two
    call atomic_define (flag[1], 1)
  case (3)
    sync images (4) ! @three
  case (4)
    sync images (2) ! @four
  case default
    sync all ! @five
  end select
end program
