! RACE yes; pair two_criticals.f90:11 two_criticals.f90:15; images 2; two CRITICAL constructs exclude each their own
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: x[*]
  x = 0
  sync all
  if (this_image() == 1) then
    critical
      x = 1
    end critical
  else
    critical
      x[1] = 5
    end critical
  end if
  sync all
end program p
