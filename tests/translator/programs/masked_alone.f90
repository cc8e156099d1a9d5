! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! WHERE, FORALL and DO CONCURRENT that assign to another image; unselected elements do not change, and their values
! are not computed.
module masked_m
  implicit none
  type row
    integer, allocatable :: v(:)
  end type
contains
  pure integer function third(r, k)
    type(row), intent(in) :: r[*]
    integer, intent(in) :: k
    third = r[k]%v(3) + r[k]%v(1)
  end function
end module

program masked_alone
  use masked_m
  implicit none
  integer :: a(6)[*], b(6), d(6), m(3, 2)[*], me, n, next, last, i, j, faults = 0
  real :: x(6)[*]
  character(len=3) :: c(4)[*]
  logical(1) :: l(6)
  type(row) :: r[*]
  me = this_image(); n = num_images(); next = mod(me, n) + 1; last = mod(me + n - 2, n) + 1
  a = -1; x = 0; c = '...'; m = 0
  b = [(100*me + i, i=1, 6)]
  d = [0, 2, 0, 4, 5, 0]
  sync all
  where (d /= 0) a(:)[next] = b/d
  sync all
  call check('where', all(a == [-1, (100*last + 2)/2, -1, (100*last + 4)/4, (100*last + 5)/5, -1]))
  sync all
  outer: where (d > 3)
    a(:)[next] = 7
    x = 1.5
    where (d > 4) a(:)[next] = 8
  elsewhere (d == 2)
    a(1:6)[next] = b(1:6)
  elsewhere
    x(:)[next] = real(d) + a(:)[me]
    where (b > 100*me + 3)
      a(:)[next] = 0
    elsewhere
      a(:)[next] = -2
    end where
  end where outer
  sync all
  call check('elsewhere', all(a == [-2, 100*last + 2, -2, 7, 8, 0]))
  sync all
  l = .false._1; l(2) = .true._1
  where (l(1:4)) c(:)[next] = ['a   ', 'b   ', 'c   ', 'd   ']
  where (reshape(d, [3, 2]) == 0) m(:, :)[next] = me
  sync all
  call check('text', all(c == ['...', 'b  ', '...', '...']))
  call check('two dimensions', all(m == reshape([last, 0, last, 0, 0, last], [3, 2])))
  a = [(i, i=1, 6)]
  sync all
  if (n == 1) then
    forall (i=2:6) a(i)[1] = a(i - 1)[1]
    call check('forall', all(a == [1, 1, 2, 3, 4, 5]))
  end if
  sync all
  a = [(i + 10*me, i=1, 6)]
  sync all
  forall (i=1:6:2, d(i) == 0) a(i)[next] = a(7 - i) + b(i)
  sync all
  call check('forall with a mask', a(5) == 5 + 10*me .and. a(2) == 2 + 10*me)
  sync all
  forall (i=1:3)
    forall (j=1:2)
      m(i, j)[next] = 10*i + j
    end forall
    b(i) = i
  end forall
  sync all
  call check('forall in forall', all(m == reshape([11, 21, 31, 12, 22, 32], [3, 2])) .and. all(b(1:3) == [1, 2, 3]))
  sync all
  forall (i=1:3, m(i, 1)[next] > 11) b(i) = m(i, 2)[next]
  forall (i=4:5)
    b(i) = m(i - 3, 1)[me]
    forall (j=1:2, m(j, 1)[next] > 11) b(i) = b(i) + m(j, 1)[next]
  end forall
  call check('forall that reads', all(b(1:5) == [1, 22, 32, 32, 42]))
  do concurrent (i=1:6)
    a(i)[next] = i*me
  end do
  do concurrent (i=1:4, mod(i, 2) == 0)
    c(i)[next] = c(i - 1)[next](1:1)//'xy'
  end do
  sync all
  call check('do concurrent', all(a == [(i*last, i=1, 6)]) .and. c(4) == '.xy')
  r%v = [me, 2*me, 3*me]
  b = 0
  sync all
  do concurrent (i=1:3)
    b(i) = r[next]%v(i)
  end do
  call check('components in do concurrent', all(b(1:3) == [next, 2*next, 3*next]))
  call check('components in a pure procedure', third(r, next) == 4*next)
  call check('an elemental one', all(plus([1, 2]) == [1, 2] + a(2)))
  sync all
  call co_sum(faults)
  if (me == 1 .and. faults == 0) print '(a)', 'all as it should be'
contains
  elemental integer function plus(k)
    integer, intent(in) :: k
    plus = k + a(2)[me]
  end function
  subroutine check(what, is_right)
    character(len=*), intent(in) :: what
    logical, intent(in) :: is_right
    if (is_right) return
    faults = faults + 1
    print *, 'image', me, ': ', what, ' is wrong:', a, m, c
  end subroutine
end program
