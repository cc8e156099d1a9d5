! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Each image synchronises with its right neighbour alone.
!
! images 3
! told image 1: sync images (right), @sync; for image 2
! told image 2: sync images (right), @sync; for image 3
! told image 3: sync images (right), @sync; for image 1
program partners_in_a_ring
  integer :: right
  right = mod(this_image(), num_images()) + 1
  sync images (right) ! @sync
end program
