! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! A vector subscript that leads out of the coarray ends the program with a sentence, and nothing is
! written.
program wrong_vector
  implicit none (type, external)
  integer, save :: a(10)[*]
  integer :: v(6), x(6)
  v = [1, 2, 3, 4, 5, 6 + 5*(command_argument_count() + 1)]
  x = 7
  a = this_image()
  sync all
  if (this_image() == 1) a(v)[num_images()] = x
  sync all
end program wrong_vector
