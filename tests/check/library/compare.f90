! RACE yes; pair compare.f90:13 compare.f90:15; images 2; a comparison of texts reads it
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  character(40) :: a[*], b
  logical :: same
  a = 'one'
  b = 'two'
  same = .false.
  sync all
  if (this_image() == 1) then
    a[2] = 'new'
  else
    same = a < b
  end if
  sync all
  if (same .and. b == 'x') error stop
end program p
