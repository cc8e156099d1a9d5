! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Vector subscripts of every integer kind, with lower bounds other than 1, mixed with triplets and
! single subscripts, on components too, short and long.
program vectors
  use, intrinsic :: iso_fortran_env, only: int8, int16, int32, int64
  implicit none (type, external)
  type :: point
    integer :: id
    real :: x(3)
  end type point
  integer, save :: a(0:9)[*], b(3:6, -1:4)[*]
  integer, allocatable :: c(:, :)[:], big(:)[:]
  type(point), save :: p(5)[*]
  integer(int8) :: v1(3)
  integer(int16) :: v2(3)
  integer(int64) :: v8(3)
  integer :: v4(5), me, next, k, y(3), grid(3, 3), copy(0:9), b_copy(3:6, -1:4)
  integer, allocatable :: long(:), got(:)
  real :: z(2)

  me = this_image()
  next = mod(me, num_images()) + 1
  allocate (c(2:4, 5:9)[*], big(-2000:2000)[*])
  v1 = [4_int8, 9_int8, 0_int8]
  v2 = [3_int16, 1_int16, 2_int16]
  v8 = [6_int64, 3_int64, 4_int64]
  v4 = [7, 5, 9, 5, 8]
  a = [(me*1000 + k, k = 0, 9)]
  b = reshape([(me*1000 + k, k = 1, size(b))], shape(b))
  c = reshape([(me*1000 - k, k = 1, size(c))], shape(c))
  do k = 1, 5
    p(k) = point(me*10 + k, [k + 0.1, k + 0.2, k + 0.3])
  end do
  sync all

  y = a([0, 5, 3])[next]
  call check(all(y == next*1000 + [0, 5, 3]), 'get with constants')
  y = a(v1)[next]
  call check(all(y == next*1000 + v1), 'get with integer(1)')
  y = a(v2)[next]
  call check(all(y == next*1000 + v2), 'get with integer(2)')
  y = a(v8)[next]
  call check(all(y == next*1000 + v8), 'get with integer(8)')
  y = a((v4(1:5:2)))[next]
  call check(all(y == next*1000 + v4(1:5:2)), 'get with an expression')
  y = b(v8, 2)[next]
  call check(all(y == b(v8, 2) + 1000*(next - me)), 'get of a column')
  y = b(4, v2)[next]
  call check(all(y == b(4, v2) + 1000*(next - me)), 'get of a row')
  grid = b(v8, 4:-1:-2)[next]
  call check(all(grid == b(v8, 4:-1:-2) + 1000*(next - me)), 'get with a triplet')
  grid = b(v8, v2)[next]
  call check(all(grid == b(v8, v2) + 1000*(next - me)), 'get with two vectors')
  grid = c([4, 2, 3], v4(2:4))[next]
  call check(all(grid == c([4, 2, 3], v4(2:4)) + 1000*(next - me)), 'get from allocatable')
  v4(1:2) = p([4, 2])[next]%id
  call check(all(v4(1:2) == next*10 + [4, 2]), 'get of a component')
  z = p(3)[next]%x([3, 1])
  call check(all(z == [3 + 0.3, 3 + 0.1]), 'get from an array component')
  sync all

  a(v8)[next] = [1, 2, 3]
  b([3, 6], v2)[next] = reshape([11, 12, 13, 14, 15, 16], [2, 3])
  b(5, [0, 4])[next] = -5
  sync all
  copy = [(me*1000 + k, k = 0, 9)]
  copy(v8) = [1, 2, 3]
  call check(all(a == copy), 'put with integer(8)')
  b_copy = reshape([(me*1000 + k, k = 1, size(b))], shape(b))
  b_copy([3, 6], v2) = reshape([11, 12, 13, 14, 15, 16], [2, 3])
  b_copy(5, [0, 4]) = -5
  call check(all(b == b_copy), 'put with two dimensions')

  long = [(modulo(37*k, 4001) - 2000, k = 1, 4001)]
  big = 0
  sync all
  big(long)[next] = [(k, k = 1, 4001)]
  sync all
  call check(all(big(long) == [(k, k = 1, 4001)]), 'put with a long vector')
  allocate (got(4001))
  got = big(long)[next]
  call check(all(got == [(k, k = 1, 4001)]), 'get with a long vector')

contains

  subroutine check(is_right, what)
    logical, intent(in) :: is_right
    character(*), intent(in) :: what
    if (.not. is_right) error stop what
  end subroutine check

end program vectors
