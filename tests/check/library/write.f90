! RACE yes; pair write.f90:12 write.f90:14; images 2; WRITE reads it
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  character(8) :: text
  integer :: a(2)[*]
  text = ' '
  a = 1
  sync all
  if (this_image() == 1) then
    a(2)[2] = 5
  else
    write (text, '(2i4)') a
  end if
  sync all
  if (text == 'x') error stop
end program p
