! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! A notified put comes late, after two that came at once.
!
! images 2
program notified_late
  use arauto, only: notify_type
  type(notify_type) :: told[*]
  integer :: cell(3)[*]
  integer :: i
  if (this_image() == 1) then
    do i = 1, 3
      if (i == 3) call sleep (3)
      cell(i)[2, notify=told] = i
    end do
  else
    notify wait (told, until_count=3)
  end if
  sync all
end program
