! RACE no; images 2; the owner allocates a component before SYNC ALL
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  type :: list
    integer, allocatable :: items(:)
  end type list
  type(list) :: own[*]
  integer :: seen
  if (this_image() == 1) then
    allocate (own%items(10))
    own%items(3) = 7
  end if
  sync all
  if (this_image() == 2) then
    seen = own[1]%items(3)
    if (seen /= 7) error stop
  end if
  sync all
end program p
