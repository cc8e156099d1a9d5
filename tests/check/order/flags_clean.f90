! RACE no; images 2; atomic variables with SYNC MEMORY on both sides
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: atomic_int_kind
  implicit none
  integer :: x[*]
  integer(atomic_int_kind) :: flag[*], seen
  x = 0
  call atomic_define(flag, 0)
  sync all
  if (this_image() == 1) then
    x[2] = 5
    sync memory
    call atomic_define(flag[2], 1)
  else
    do
      call atomic_ref(seen, flag)
      if (seen == 1) exit
    end do
    sync memory
    if (x /= 5) error stop
  end if
  sync all
end program p
