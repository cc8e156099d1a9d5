! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! How a job ends: wait for stopped.
program ending
  implicit none (type)
  if (this_image() == num_images()) stop
  sync all
end program
