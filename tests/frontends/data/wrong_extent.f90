! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Five elements of another image for three: the sentence has both shapes, and no memory behind the array is written.
program wrong_extent
  implicit none
  type :: holder
    integer, allocatable :: list(:)
  end type holder
  type(holder) :: h[*]
  integer :: b(3)
  allocate (h%list(5))
  h%list = this_image()
  sync all
  b = h[mod(this_image(), num_images()) + 1]%list(:)
  print '(a, 3i2)', 'not reached', b
end program wrong_extent
