! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Three puts and one get by a vector subscript from each image, which ARAUTO_COUNTERS must count.
program counted
  implicit none
  integer :: x(10)[*], y(3), order(3), next
  next = mod(this_image(), num_images()) + 1
  order = [3, 1, 7]
  x = this_image()
  sync all
  y = x(order)[next]
  if (any(y /= next)) error stop "the wrong elements came"
  sync all
  x(1)[next] = 1
  x(2:4)[next] = 2
  x(6:10:2)[next] = 3
  sync all
  if (any(x([1, 2, 3, 4, 6, 8, 10]) /= [1, 2, 2, 2, 3, 3, 3])) error stop "a put is missing"
end program counted
