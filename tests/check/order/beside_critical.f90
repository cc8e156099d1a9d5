! RACE yes; pair beside_critical.f90:11 beside_critical.f90:14; images 2; one of two accesses is in CRITICAL
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: x[*]
  x = 0
  sync all
  if (this_image() == 1) then
    critical
      x = x + 1
    end critical
  else
    x[1] = 5
  end if
  sync all
end program p
