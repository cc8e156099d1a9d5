! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! One notified put comes, and the wait is for two.
!
! images 2
! told image 1: sync all, @all; for image 2
! told image 2: notify wait (told, until_count=2), @wait; has 1, needs 2
program notify_count
  use arauto, only: notify_type
  type(notify_type) :: told[*]
  integer :: cell[*]
  if (this_image() == 1) then
    cell[2, notify=told] = 1
  else
    notify wait (told, until_count=2) ! @wait
  end if
  sync all ! @all
end program
