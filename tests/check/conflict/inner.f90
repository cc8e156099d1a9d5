! RACE yes; pair inner.f90:17 inner.f90:19; images 2; an allocatable component of a coarray
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  type :: list
    integer, allocatable :: items(:)
  end type list
  type(list) :: own[*]
  integer :: seen, i
  allocate (own%items(10))
  do i = 1, 10
    own%items(i) = i
  end do
  sync all
  if (this_image() == 1) then
    own[2]%items(3) = 50
  else
    seen = own%items(3)
    if (seen > 50) error stop
  end if
  sync all
end program p
