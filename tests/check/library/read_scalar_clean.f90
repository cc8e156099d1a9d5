! RACE no; images 2; READ of a scalar writes it behind SYNC ALL
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
  end if
  sync all
  if (this_image() == 2) then
    read (text, *) a
  end if
  sync all
  if (a < 0) error stop
end program p
