! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Image 1 puts 2 times to image 2 and 4 times to image 3, with NOTIFY=. ARAUTO_COUNTERS shows where the notifications
! are counted: at the targets, since each travels with its data, and none as a message of image 1.
program native_counted
  use, intrinsic :: iso_fortran_env, only: notify_type
  implicit none
  type(notify_type) :: came[*]
  integer :: x(10)[*], i, v
  x = 0
  v = 3
  sync all
  if (this_image() == 1) then
    do i = 1, 4
      if (i <= 2) x(i:i + v)[2, notify=came] = i
      x(i)[3, notify=came] = i
    end do
  else
    notify wait (came, until_count=2*(this_image() - 1))
    if (x(2) /= 2) error stop 'a put is missing'
  end if
  sync all
end program native_counted
