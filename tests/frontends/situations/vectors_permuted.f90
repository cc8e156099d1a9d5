! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Permutations by vector subscripts on both sides, from and to every image, this one too.
program vectors_permuted
  implicit none
  integer, parameter :: size_of = 9
  integer :: x(size_of)[*], y(size_of)[*]
  integer :: forward(size_of), backward(size_of)
  integer :: me, n, k, i
  me = this_image()
  n = num_images()
  forward = [(1 + mod(4*i, size_of), i=1, size_of)]
  backward = [(size_of + 1 - i, i=1, size_of)]
  x = [(100*me + i, i=1, size_of)]
  sync all
  do k = 1, n
    y = 0
    y(forward) = x(backward)[k]
    if (any(y(forward) /= 100*k + backward)) error stop 'another permutation'
    y(backward(2:7)) = x(forward(1:6))[k]
    if (any(y(backward(2:7)) /= 100*k + forward(1:6))) error stop 'another part'
    y(forward(1:4)) = x(5:2:-1)[k]
    if (any(y(forward(1:4)) /= 100*k + [5, 4, 3, 2])) error stop 'another section'
    y(2:8:3) = x(forward([3, 1, 2]))[k]
    if (any(y(2:8:3) /= 100*k + forward([3, 1, 2]))) error stop 'another target'
  end do
  sync all
  x(forward)[me] = y(backward)
  if (any(x(forward) /= y(backward))) error stop 'another own image'
  sync all
  if (me == 1) print '(a)', 'ok'
end program
