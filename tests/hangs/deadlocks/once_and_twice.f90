! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Image 1 synchronises twice with image 2, which does so once.
!
! images 3
! told image 1: sync images (2), @second; for image 2
! told images 2, 3: sync all, @all; for image 1
program once_and_twice
  if (this_image() == 1) then
    sync images (2)
    sync images (2) ! @second
  else if (this_image() == 2) then
    sync images (1)
  end if
  sync all ! @all
end program
