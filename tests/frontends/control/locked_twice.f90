! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! How a job ends: locked twice. The sentence speaks of images, and of the second lock of the array.
program ending
  use, intrinsic :: iso_fortran_env, only: lock_type
  implicit none (type)
  type(lock_type) :: l(3)[*]
  if (this_image() == 1) then
    lock (l(2)[num_images()])
    lock (l(2)[num_images()])
  end if
  sync all
end program
