! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! How a job ends: exit code.
program ending
  implicit none (type)
  if (this_image() == num_images()) call exit(5)
  sync all
end program
