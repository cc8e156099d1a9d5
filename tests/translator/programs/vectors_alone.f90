! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Vector subscripts of coindexed objects: variables, expressions, several of them, with ranges, of dummies, of components.
program vectors_alone
  implicit none
  type cell
    integer :: n, tag(4)
    real, allocatable :: heap(:)
  end type
  integer, parameter :: even(3) = [2, 4, 6]
  integer :: a(8)[*], v(3) = [2, 7, 4], b(3), me, n, next, last, k, faults = 0
  real(8) :: x(0:4, -1:3)[*], y(2, 3), z(5, 5)
  character(len=5) :: c(3)[*]
  integer(1) :: w(2) = [3_1, 1_1]
  integer(8) :: none(0)
  type(cell) :: cells(3)[*]
  me = this_image(); n = num_images(); next = mod(me, n) + 1; last = mod(me + n - 2, n) + 1
  a = [(10*me + k, k=1, 8)]
  x = reshape([(me*100.0_8 + k, k=1, 25)], [5, 5])
  z = reshape([(next*100.0_8 + k, k=1, 25)], [5, 5])
  c = ['abcde', 'fghij', 'klmno']
  do k = 1, 3
    cells(k)%n = 10*me + k
    cells(k)%tag = [1, 2, 3, 4]*k
  end do
  cells(2)%heap = [me + 0.5, me + 1.5, me + 2.5]
  sync all
  b = a(v)[next]
  call check('get', all(b == 10*next + v))
  call check('value', all(a(v)[next] + 1 == 10*next + v + 1) .and. sum(a([8, 1])[next]) == 20*next + 9)
  call check('expression', all(a(9 - v)[next] == 10*next + 9 - v) .and. all(a(v(3:1:-1))[1] == 10 + v(3:1:-1)))
  call check('parameter', all(a(even)[next] == 10*next + even) .and. all(a(twice(v/2))[next] == 10*next + [2, 6, 4]))
  call check('empty', size(a(none)[next]) == 0)
  call check('two', all(x(w, [0, 2, -1])[next] == z([4, 2], [2, 4, 1])))
  call check('with a range', all(x(v(1:2)/2, 1:2)[next] == z([2, 4], 3:4)) .and. all(x(4, w)[next] == z(5, [5, 3])))
  y = x(w, [3, -1, 0])[next]
  call check('into a matrix', all(y == z([4, 2], [5, 1, 2])))
  call check('text', all(c(w)[next] == ['klmno', 'abcde']))
  call check('shape', all(shape(x(w, 0:1)[next]) == [2, 2]) .and. size(a(v)[next]) == 3)
  call check('component', all(cells([3, 1])[next]%n == 10*next + [3, 1]) .and. all(cells(2)[next]%tag(v(1:3:2)) == [4, 8]))
  call check('component allocated there', all(cells(2)[next]%heap([3, 1]) == next + [2.5, 0.5]))
  sync all
  a(v)[next] = [1, 2, 3]*me
  x(w, :)[next] = -me
  x(0, [3, -1, 0])[next] = [7, 8, 9]
  c([3, 1])[next] = ['x', 'y']
  cells([3, 1])[next]%n = [me, -me]
  cells(2)[next]%heap([2, 3]) = 2*me
  sync all
  call check('put', all(a == [10*me + 1, last, 10*me + 3, 3*last, 10*me + 5, 10*me + 6, 2*last, 10*me + 8]))
  call check('put with a range', all(x(w, :) == -last) .and. all(x(0, :) == [8, 9, 100*me + 11, 100*me + 16, 7]))
  call check('put text', all(c == ['y    ', 'fghij', 'x    ']))
  call check('put components', cells(1)%n == -last .and. cells(3)%n == last .and. all(cells(2)%heap(2:3) == 2*last))
  sync all
  a = [(k, k=1, 8)]
  a(v)[me] = a(v - 1)
  call check('overlap', all(a == [1, 1, 3, 3, 5, 6, 6, 8]))
  call dummy(a, v)
  if (me > 0) a(v)[me] = 0.5 + a(v + 1)[me]
  call check('one-line if', all(a == [1, 3, 3, 5, 5, 6, 8, 8]))
  sync all
  call co_sum(faults)
  if (me == 1 .and. faults == 0) print '(a)', 'all as it should be'
contains
  function twice(p) result(q)
    integer, intent(in) :: p(:)
    integer :: q(size(p))
    q = 2*p
  end function
  subroutine dummy(u, at)
    integer, intent(inout) :: u(2, *)[*]
    integer, intent(in) :: at(:)
    call check('assumed size', all(u(2, [4, 2])[me] == [8, 3]) .and. size(at) == 3)
  end subroutine
  subroutine check(what, is_right)
    character(len=*), intent(in) :: what
    logical, intent(in) :: is_right
    if (is_right) return
    faults = faults + 1
    print *, 'image', me, ': ', what, ' is wrong'
  end subroutine
end program
