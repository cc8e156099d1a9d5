! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Only the images with work sum up.
!
! images 3
! told images 1, 2: co_sum (total), @sum; for image 3
! told image 3: sync all, @all; for images 1, 2
program sum_of_some
  integer :: total
  total = this_image()
  if (total < 3) call co_sum (total) ! @sum
  sync all ! @all
end program
