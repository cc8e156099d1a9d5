! RACE no; images 2; the owner deallocates a component behind SYNC ALL
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  type :: list
    integer, allocatable :: items(:)
  end type list
  type(list) :: own[*]
  allocate (own%items(10))
  sync all
  if (this_image() == 1) own[2]%items(3) = 50
  sync all
  if (this_image() == 2) deallocate (own%items)
  sync all
end program p
