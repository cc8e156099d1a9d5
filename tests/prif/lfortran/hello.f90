! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Images know themselves and how many there are.
program hello
  implicit none
  if (this_image() < 1 .or. this_image() > num_images()) error stop 3
  sync all
  if (this_image() == 1) print *, "hello: done"
end program hello
