! RACE yes; pair sum.f90:10 sum.f90:13; images 2; CO_SUM orders nothing
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: x[*], seen, total
  x = 0
  total = 1
  sync all
  if (this_image() == 1) x[2] = 5
  call co_sum(total)
  if (this_image() == 2) then
    seen = x
    if (seen > 5) error stop
  end if
  sync all
end program p
