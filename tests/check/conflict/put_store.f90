! RACE yes; pair put_store.f90:10 put_store.f90:12; images 2; the owner writes what another image puts
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: x[*]
  x = 0
  sync all
  if (this_image() == 1) then
    x[2] = 5
  else
    x = 6
  end if
  sync all
  if (x > 6) error stop
end program p
