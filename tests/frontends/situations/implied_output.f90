! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Structures of other images in lists of WRITE and READ on internal files, with the index in subscript and image.
program implied_output
  implicit none
  type pair
    integer :: a, b
  end type
  type(pair) :: pairs(4)[*]
  integer :: numbers(4)[*]
  integer :: me, n, i, k, seen(8)
  character(400) :: line, wanted
  me = this_image()
  n = num_images()
  pairs = [(pair(100*me + i, -i), i=1, 4)]
  numbers = [(1000*me + i, i=1, 4)]
  sync all
  write (line, '(*(1x, i0))') (pairs(mod(k, 4) + 1)[k], k=1, n)
  write (wanted, '(*(1x, i0))') (100*k + mod(k, 4) + 1, -mod(k, 4) - 1, k=1, n)
  if (line /= wanted) error stop 'other structures'
  write (line, '(*(1x, i0))') ((numbers(i)[k], i=k, min(k + 1, 4)), k=1, n)
  write (wanted, '(*(1x, i0))') ((1000*k + i, i=k, min(k + 1, 4)), k=1, n)
  if (line /= wanted) error stop 'other numbers'
  write (line, '(8(1x, i0))') 5, 6, 7, 8, 1, 2, 3, 4
  read (line, *) (seen(i), i=5, 8), (seen(i), i=1, 4)
  if (any(seen /= [(i, i=1, 8)])) error stop 'another order'
  sync all
  if (me == 1) print '(a)', 'ok'
end program
