! RACE yes; pair read.f90:12 read.f90:14; images 2; READ writes it
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  character(8) :: text
  integer :: a(2)[*]
  text = '    3  4'
  a = 0
  sync all
  if (this_image() == 1) then
    a(2)[2] = 5
  else
    read (text, '(2i4)') a
  end if
  sync all
  if (a(1) > 100) error stop
end program p
