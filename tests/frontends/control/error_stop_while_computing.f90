! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! How a job ends: error stop while computing.
program ending
  implicit none (type)
  if (this_image() == num_images()) error stop 9
  do while (.true.)
  end do
end program
