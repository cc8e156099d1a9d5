! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! One image reads its input before it allocates with the others.
!
! images 3
program late_allocation
  real, allocatable :: field(:)[:]
  if (this_image() == 1) call sleep (3)
  allocate (field(100)[*])
  if (this_image() == 3) call sleep (1)
  deallocate (field)
end program
