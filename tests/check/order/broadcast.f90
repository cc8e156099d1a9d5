! RACE yes; pair broadcast.f90:10 broadcast.f90:13; images 3; CO_BROADCAST orders nothing
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: x[*], seen, word
  x = 0
  word = this_image()
  sync all
  if (this_image() == 1) x[2] = 5
  call co_broadcast(word, 1)
  if (this_image() == 2) then
    seen = x
    if (seen > 5) error stop
  end if
  sync all
end program p
