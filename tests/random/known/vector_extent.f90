! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The number of elements that a vector subscript selects is used before it is computed.
program vector_extent
  implicit none
  integer, parameter :: most = 4
  integer, allocatable :: a(:)[:], lists(:)
  integer :: fixed(most), n, next
  next = mod(this_image(), num_images()) + 1
  n = 3 + command_argument_count()
  allocate (a(12)[*])
  lists = [7, 1, 5]
  fixed = [3, 9, 11, 2]
  a = this_image()
  sync all
  a(fixed(1:n)) = a([2, 4, 8])[next] !warned
  a(lists) = a(2:6:2)[next] !warned
  a(fixed(1:3)) = a([2, 4, 8])[next] !right
  a(lists) = (a(2:6:2)[next]) !right
  sync all
  if (all(a([3, 9, 11, 7, 1, 5]) == next) .and. all(a([2, 4, 8]) == this_image())) print '(a)', 'right'
end program
