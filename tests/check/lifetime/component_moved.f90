! RACE yes; pair component_moved.f90:14 component_moved.f90:16; images 2; the owner allocates a component that another image reads
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  type :: list
    integer, allocatable :: items(:)
  end type list
  type(list) :: own[*]
  integer :: seen
  if (this_image() == 1) allocate (own%items(10))
  sync all
  if (this_image() == 1) then
    own%items(3) = 7
  else
    seen = own[1]%items(3)
    if (seen == 8) error stop
  end if
  sync all
end program p
