! RACE no; images 2; WRITE reads it behind SYNC ALL
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
  end if
  sync all
  if (this_image() == 2) then
    write (text, '(2i4)') a
  end if
  sync all
  if (text == 'x') error stop
end program p
