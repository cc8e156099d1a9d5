! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! One image gives tasks to the others, of which each takes a second.
!
! images 3
program tasks
  integer :: task
  if (this_image() == 1) then
    do task = 1, 3
      sync images (2)
      sync images (3)
    end do
  else
    do task = 1, 3
      call sleep (1)
      sync images (1)
    end do
  end if
end program
