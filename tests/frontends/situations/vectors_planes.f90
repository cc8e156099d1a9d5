! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Vector subscripts in one dimension beside sections and elements in the others.
program vectors_planes
  implicit none
  real, allocatable :: a(:, :, :)[:]
  real :: b(5, 4, 3)
  integer :: rows(3), me, n, right, i, j, k
  me = this_image()
  n = num_images()
  right = merge(1, me + 1, me == n)
  rows = [5, 1, 3]
  allocate (a(5, 4, 3)[*])
  do concurrent (i=1:5, j=1:4, k=1:3)
    a(i, j, k) = 1000*me + 100*i + 10*j + k
  end do
  sync all
  b = 0
  b(rows, 2, :) = a(rows, 3, :)[right]
  do concurrent (i=1:3, k=1:3)
    if (b(rows(i), 2, k) /= 1000*right + 100*rows(i) + 30 + k) error stop 'other rows'
  end do
  b(2:4, :, 1) = a([4, 2, 1], :, 3)[me]
  if (any(b(2:4, 2, 1) /= 1000*me + 100*[4, 2, 1] + 23)) error stop 'other rows here'
  b(1, [4, 1], [3, 2]) = a(2, [1, 3], [1, 3])[right]
  if (b(1, 4, 3) /= 1000*right + 211 .or. b(1, 1, 2) /= 1000*right + 233) error stop 'other corners'
  sync all
  a(rows, 1, 2)[right] = [1.0, 2.0, 3.0]
  sync all
  if (any(a(rows, 1, 2) /= [1.0, 2.0, 3.0])) error stop 'another column'
  sync all
  if (me == 1) print '(a)', 'ok'
end program
