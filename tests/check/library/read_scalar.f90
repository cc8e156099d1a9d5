! RACE yes; pair read_scalar.f90:12 read_scalar.f90:14; images 2; READ of a scalar writes it
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  character(8) :: text
  real :: a[*]
  text = '3.5'
  a = 0
  sync all
  if (this_image() == 1) then
    a[2] = 5
  else
    read (text, *) a
  end if
  sync all
  if (a < 0) error stop
end program p
