! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! SYNC IMAGES with one image, a list, and all; SYNC MEMORY.
program pairs
  implicit none
  integer :: x[*]
  integer :: i
  x = 0
  sync all
  if (this_image() == 1) then
    do i = 2, num_images()
      x[i] = i
      sync memory
      sync images (i)
    end do
  else
    sync images ([1])
    if (x /= this_image()) error stop 3
  end if
  sync images (*)
  if (this_image() == 1) print *, "pairs: done"
end program pairs
