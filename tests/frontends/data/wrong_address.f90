! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! For a read with a vector subscript inside an expression gfortran 12 to 14 pass an address that has
! nothing to do with the coarray: the program ends with a sentence that says so, without a number.
program wrong_address
  implicit none (type, external)
  integer, save :: a(10)[*]
  integer :: v(3), y(3)
  v = [1, 4, 9 + command_argument_count()]
  a = this_image()
  sync all
  y = a(v)[num_images()] + 1
  if (any(y /= num_images() + 1)) error stop 'wrong values'
  sync all
end program wrong_address
