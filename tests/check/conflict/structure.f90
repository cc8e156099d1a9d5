! RACE yes; pair structure.f90:16 structure.f90:18; images 2; a structure as a whole, and one of its components
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  type :: pair
    integer :: left, right
  end type pair
  type(pair) :: s[*], t
  integer :: seen
  s%left = 0
  s%right = 0
  t = pair(3, 4)
  sync all
  if (this_image() == 1) then
    s[2] = t
  else
    seen = s%left
    if (seen > 5) error stop
  end if
  sync all
end program p
