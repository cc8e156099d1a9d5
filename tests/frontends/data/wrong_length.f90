! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! gfortran before 15 passes length 0 for an expression of characters: the program must not compile.
program wrong_length
  implicit none (type, external)
  character(5), save :: a[*]
  character(2) :: word
  word = 'ab'
  a = 'xxxxx'
  sync all
  if (this_image() == 1) a[num_images()] = word // 'c'
  sync all
  if (a == 'abc') error stop 'length 0 is no longer passed: this test may go'
end program wrong_length
