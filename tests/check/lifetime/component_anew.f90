! RACE yes; pair component_anew.f90:19 component_anew.f90:27; images 2;
! the owner allocates a component anew while another image may read it
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
  integer :: got
  allocate (own%items(10))
  own%items(3) = 4
  call atomic_define(flag, 0)
  sync all
  if (this_image() == 1) then
    got = own[2]%items(3)
    call atomic_define(flag[2], 1)
    if (got > 4) error stop
  else
    do
      call atomic_ref(seen, flag)
      if (seen == 1) exit
    end do
    deallocate (own%items)
    allocate (own%items(20))
  end if
  sync all
end program p
