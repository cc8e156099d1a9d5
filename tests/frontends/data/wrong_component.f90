! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! A put into a component that is not allocated there ends the program with a sentence.
program wrong_component
  implicit none (type, external)
  type :: box
    integer :: id
    integer, allocatable :: list(:)
  end type box
  type(box), save :: b[*]
  integer :: x(3)
  x = this_image()
  if (this_image() == 1) allocate (b%list(3))
  sync all
  if (this_image() == 1) b[num_images()]%list(:) = x
  sync all
end program wrong_component
