! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Array sections: strides of both signs, whole and partial dimensions, empty sections, lower bounds
! other than 1, arrays of rank 14, and a scalar put into a section.
program sections
  implicit none (type, external)
  integer, parameter :: n = 12
  integer, save :: a(n)[*], b(3:7, -2:5)[*], c(4, 5, 6)[*]
  integer, save :: deep(2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 3)[*]
  integer, allocatable :: d(:, :)[:], e(:)[:]
  integer :: x(n), y(0:9, 8), z(4, 5, 6), copy(n), b_copy(3:7, -2:5), c_copy(4, 5, 6)
  integer :: flat(384), deep_copy(2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 3)
  integer :: me, next, k, from, to

  me = this_image()
  next = mod(me, num_images()) + 1
  allocate (d(0:6, -1:3)[*], e(5:8)[*])
  x = [(100*k, k = 1, n)]
  y = reshape([(k, k = 1, size(y))], shape(y))
  z = reshape([(-k, k = 1, size(z))], shape(z))
  a = 0; b = 0; c = 0; d = 0; e = 0; deep = 0
  sync all

  a(1:n:2)[next] = x(1:6)
  a(n:2:-2)[next] = x(7:12)
  sync all
  copy = 0
  copy(1:n:2) = x(1:6)
  copy(n:2:-2) = x(7:12)
  call check(all(a == copy), 'put with strides 2 and -2')
  copy = 0
  copy(n:1:-1) = a(:)[next]
  call check(all(copy(n:1:-1) == a), 'get backwards')
  sync all

  b(3:7:2, 5:-2:-3)[next] = y(2:6:2, 1:3)
  b(4, :)[next] = y(9, :)
  b(6, 1:0)[next] = x(1:0)
  sync all
  b_copy = 0
  b_copy(3:7:2, 5:-2:-3) = y(2:6:2, 1:3)
  b_copy(4, :) = y(9, :)
  call check(all(b == b_copy), 'put into two dimensions')
  y(0:4, :) = b(7:3:-1, :)[next]
  call check(all(y(0:4, :) == b_copy(7:3:-1, :)), 'get from two dimensions')
  x(1:5) = b(:, 2)[next]
  call check(all(x(1:5) == b_copy(:, 2)), 'get a column')
  x(1:8) = b(4, 5:-2:-1)[next]
  call check(all(x(1:8) == b_copy(4, 5:-2:-1)), 'get a row backwards')
  sync all

  c(4:1:-1, 2:5:3, 1:6:2)[next] = z(:, 2:3, 6:2:-2)
  c(2, 3, :)[next] = z(1, 1, :)
  c(:, 4, 2:6:4)[next] = 7
  sync all
  c_copy = 0
  c_copy(4:1:-1, 2:5:3, 1:6:2) = z(:, 2:3, 6:2:-2)
  c_copy(2, 3, :) = z(1, 1, :)
  c_copy(:, 4, 2:6:4) = 7
  call check(all(c == c_copy), 'put into three dimensions')
  z = 0
  z(1:4:3, 5:1:-2, 2:5) = c(2:1:-1, 1:5:2, 6:3:-1)[next]
  call check(all(z(1:4:3, 5:1:-2, 2:5) == c_copy(2:1:-1, 1:5:2, 6:3:-1)), 'get from three')
  sync all

  from = 2; to = 5
  d(from:to, 3:-1:-2)[next] = c_copy(:, 1:3, 1)
  e(:)[next] = x(1:4)
  e(6)[next] = -1
  sync all
  call check(all(d(2:5, 3:-1:-2) == c_copy(:, 1:3, 1)), 'put into allocatable')
  call check(sum(d) == sum(c_copy(:, 1:3, 1)), 'put into allocatable leaves the rest alone')
  call check(all(e == [x(1), -1, x(3), x(4)]), 'put into lower bound 5')
  y(0:6, 1:5) = d(:, :)[next]
  call check(all(y(0:6, 1:5) == d), 'get all of an allocatable')
  sync all

  flat = [(k, k = 1, 384)]
  deep(:, :, :, :, :, :, :, :, :, :, :, :, :, :)[next] = reshape(flat, shape(deep))
  sync all
  call check(all(reshape(deep, [384]) == flat), 'put of rank 14')
  deep_copy = 0
  deep_copy(2:1:-1, :, 1:2, :, 2:1:-1, :, :, :, :, :, 2:2, :, :, 3:1:-2) = &
    & deep(:, :, 2:1:-1, :, :, :, :, :, 2:1:-1, :, 1:1, :, :, 1:3:2)[next]
  call check(all(deep_copy(2:1:-1, :, 1:2, :, 2:1:-1, :, :, :, :, :, 2:2, :, :, 3:1:-2) == &
                 deep(:, :, 2:1:-1, :, :, :, :, :, 2:1:-1, :, 1:1, :, :, 1:3:2)), 'get of rank 14')
  sync all

  x = 0
  x(2:3) = a(5)[next]
  call check(all(x(1:4) == [0, a(5), a(5), 0]), 'get of a scalar into a section')
  call check(sum(a(1:n)[next]) == sum(a), 'get inside an expression')
  x = a(:)[next] + 2*a(n:1:-1)[next]
  call check(all(x == a + 2*a(n:1:-1)), 'two gets in an expression')

contains

  subroutine check(is_right, what)
    logical, intent(in) :: is_right
    character(*), intent(in) :: what
    if (.not. is_right) error stop what
  end subroutine check

end program sections
