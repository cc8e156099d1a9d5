! RACE yes; pair component.f90:15 component.f90:17; images 2; one component of a structure
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  type :: pair
    integer :: left, right
  end type pair
  type(pair) :: s[*]
  integer :: seen
  s%left = 0
  s%right = 0
  sync all
  if (this_image() == 1) then
    s[2]%right = 5
  else
    seen = s%right
    if (seen > 5) error stop
  end if
  sync all
end program p
