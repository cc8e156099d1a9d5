! RACE no; images 4; odd and even images write in turn
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: x(0:2)[*], me, step, i
  me = this_image()
  do i = 0, 2
    x(i) = me
  end do
  sync all
  do step = 1, 4
    if (mod(me + step, 2) == 0) then
      if (me > 1) x(0) = x(1)[me - 1]
      if (me < num_images()) x(2) = x(1)[me + 1]
      x(1) = max(x(0), x(1), x(2))
    end if
    sync all
  end do
end program p
