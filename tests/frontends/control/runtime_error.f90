! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! How a job ends: runtime error.
program ending
  implicit none (type)
  block
  integer, allocatable :: a(:)
  allocate(a(3))
  if (this_image() == num_images()) then
  allocate(a(4))
  end if
  sync all
  end block
end program
