! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! One image computes while all others wait for it.
!
! images 3
program computes
  use iso_fortran_env, only: int64
  integer(int64) :: start, now, rate
  real, volatile :: x = 0
  call system_clock (start, rate)
  if (this_image() == 2) then
    do
      x = x + 1
      call system_clock (now)
      if (now - start > 4 * rate) exit
    end do
  end if
  sync all
end program
