! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! A subscript outside a component's bounds in the other image ends the program with a sentence.
program wrong_subscript
  implicit none (type, external)
  type :: box
    integer :: id
    integer, allocatable :: list(:)
  end type box
  type(box), save :: b[*]
  integer :: x, last
  allocate (b%list(4))
  b%list = this_image()
  last = command_argument_count() + 7
  sync all
  x = b[num_images()]%list(last)
  if (x /= -1) sync all
end program wrong_subscript
