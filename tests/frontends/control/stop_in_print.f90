! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! A function that PRINT calls ends the program: the Fortran library then holds a lock that is needed to flush its
! output.
program stop_in_print
  implicit none
  integer :: a[*]
  a = this_image()
  sync all
  if (this_image() == 1) print '(i0,1x,i0)', a, value_of(2*a[1])
  sync all
contains
  integer function value_of(x)
    integer, intent(in) :: x
    value_of = x
    if (x == 2) error stop 3
  end function
end program
