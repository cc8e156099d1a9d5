! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! How a job ends: the Fortran library finds an error in the middle of a WRITE, while it holds the unit.
program ending
  implicit none (type)
  character(8) :: wrong
  wrong = merge('(a)', '(i)', this_image() == 0)
  if (this_image() == num_images()) then
    write (*, '(a)') 'written before'
    write (*, wrong) 1.5
  end if
  sync all
end program
