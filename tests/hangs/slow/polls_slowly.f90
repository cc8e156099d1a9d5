! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The flag's owner waits for all, and its poller sleeps between its looks.
!
! images 3
program polls_slowly
  use iso_fortran_env, only: atomic_int_kind
  integer(atomic_int_kind) :: flag[*] = 0
  integer(atomic_int_kind) :: seen
  integer :: looks
  if (this_image() == 3) then
    do looks = 1, 4
      call atomic_ref (seen, flag[1])
      call sleep (1)
    end do
  end if
  sync all
end program
