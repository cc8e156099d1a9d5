! RACE yes; pair flag_without_release.f90:14 flag_without_release.f90:22; images 2;
! atomic variables, but no SYNC MEMORY before the definition
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: atomic_int_kind
  implicit none
  integer :: x[*], y
  integer(atomic_int_kind) :: flag[*], seen
  x = 0
  call atomic_define(flag, 0)
  sync all
  if (this_image() == 1) then
    x[2] = 5
    call atomic_define(flag[2], 1)
  else
    do
      call atomic_ref(seen, flag)
      if (seen == 1) exit
    end do
    sync memory
    y = x
    if (y > 5) error stop
  end if
  sync all
end program p
