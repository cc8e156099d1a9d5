! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! How a job ends: stop code.
program ending
  implicit none (type)
  if (this_image() == num_images()) stop 7
end program
