! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Writing into another image's array and reading from it: elements, sections with a stride, lists of indices.
program put_get
  implicit none
  integer :: a(10)[*], right, left, i
  integer :: odd_elements(5), chosen(3)
  right = merge(1, this_image() + 1, this_image() == num_images())
  left = merge(num_images(), this_image() - 1, this_image() == 1)
  a = 0
  sync all                                   ! everybody's zeros are there before anybody writes
  a(1:10:2)[right] = [(10 * this_image() + i, i=1, 5)]
  sync all                                   ! everybody has written
  odd_elements = a(1:10:2)
  if (any(odd_elements /= [(10 * left + i, i=1, 5)])) error stop 'the put did not arrive'
  if (any(a(2:10:2) /= 0)) error stop 'the put went to other elements, too'
  chosen = a([9, 1, 5])[right]               ! what this image wrote there
  if (any(chosen /= 10 * this_image() + [5, 1, 3])) error stop 'the get brought something else'
  if (this_image() == 1) print '(a,5i4)', 'image 1 received', odd_elements
end program put_get
