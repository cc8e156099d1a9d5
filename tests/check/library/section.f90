! RACE yes; pair section.f90:11 section.f90:13; images 2; a section is copied for a procedure
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: a(8, 8)[*], total
  a = 1
  total = 0
  sync all
  if (this_image() == 1) then
    a(4, 3)[2] = 5
  else
    total = sum_of(a(2:8:2, :), 32)
  end if
  sync all
  if (total < 0) error stop
contains
  integer function sum_of(values, count)
    integer, intent(in) :: count
    integer, intent(in) :: values(count)
    sum_of = sum(values)
  end function
end program p
