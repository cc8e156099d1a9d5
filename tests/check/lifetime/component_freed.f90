! RACE yes; pair component_freed.f90:17 component_freed.f90:24; images 2;
! the owner deallocates a component to which another image has put, unordered
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: atomic_int_kind
  implicit none
  type :: list
    integer, allocatable :: items(:)
  end type list
  type(list) :: own[*]
  integer(atomic_int_kind) :: flag[*], seen
  allocate (own%items(10))
  call atomic_define(flag, 0)
  sync all
  if (this_image() == 1) then
    own[2]%items(3) = 50
    call atomic_define(flag[2], 1)
  else
    do
      call atomic_ref(seen, flag)
      if (seen == 1) exit
    end do
    deallocate (own%items)
  end if
  sync all
end program p
