! RACE no; images 4; atomics alone, then a read after SYNC ALL
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: atomic_int_kind
  implicit none
  integer(atomic_int_kind) :: c[*], seen
  call atomic_define(c, 0)
  sync all
  call atomic_add(c[1], 1)
  call atomic_ref(seen, c[1])
  call atomic_fetch_add(c[1], 1, seen)
  sync all
  if (this_image() == 1 .and. c /= 2 * num_images()) error stop
end program p
