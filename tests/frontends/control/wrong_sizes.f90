! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! How a job ends: wrong sizes.
program ending
  implicit none (type)
  block
  integer, allocatable :: a(:)[:]
  allocate(a(merge(8, 10, this_image() == num_images()))[*])
  end block
end program
