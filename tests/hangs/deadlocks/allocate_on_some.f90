! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! One image does not allocate a coarray.
!
! images 3
! told images 1, 2: allocate (halo(10)[*]), @allocate; for image 3
! told image 3: sync images (1), @sync; for image 1
program allocate_on_some
  real, allocatable :: halo(:)[:]
  if (this_image() <= 2) then
    allocate (halo(10)[*]) ! @allocate
  else
    sync images (1) ! @sync
  end if
end program
