! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Coindexed objects in every position of an expression: operands, arguments, subscripts, loops, I/O, constructors.
program positions
  implicit none
  integer :: a(8)[*], i(4)[*], me, n, next, k, total
  real(8) :: x(3, 4)[*]
  character(len=5) :: c(2)[*], d
  logical :: l[*]
  integer, allocatable :: whole(:)
  me = this_image(); n = num_images(); next = mod(me, n) + 1
  a = [(10*me + k, k=1, 8)]
  i = [2, 1, 4, 3]
  x = reshape([(real(me*100 + k, 8), k=1, 12)], [3, 4])
  c = ['abc  ', 'fg   ']
  c(1)(4:4) = char(iachar('0') + me)
  l = me == 1
  sync all
  total = 2*a(1)[next] + a(a(1)[next] - 10*next)[me]  - (a(3)[1])
  print '(a,i0,a,i0)', 'operand ', me, ' ', total
  print '(a,i0,a,4(i0,1x))', 'nested ', me, ' ', a(i(1)[next])[next], a(i(a(2)[me] - 10*me)[1])[n]
  print '(a,i0,a,i0)', 'sum ', me, ' ', sum(a(2:6:2)[next])
  print '(a,i0,a,3f8.1)', 'column ', me, ' ', x(:, 2)[next]
  print '(a,i0,a,4f8.1)', 'row ', me, ' ', x(2, :)[next]
  print '(a,i0,1x,2(a,1x),a)', 'text ', me, c(1)[next], c(2)(1:1)//c(1)[next]//'.', trim(c(2)[next])//"!"
  d = c(1)[next]
  if (l[1] .and. .not. l[n] .or. n == 1) print '(a,i0,1x,a)', 'logical ', me, d
  do k = a(1)[next] - 10*next, i(3)[n]
    if (k == i(1)[next]) cycle
    print '(a,i0,1x,i0)', 'loop ', me, k
  end do
  whole = a(:)[next]
  print '(a,i0,1x,i0,1x,8(i0,1x))', 'whole ', me, size(whole), whole
  whole = [a(1:2)[next], 7, a(8)[1]]
  print '(a,i0,1x,i0,1x,4(i0,1x))', 'constructor ', me, size(whole), whole
  print '(a,i0,1x,i0,1x,i0)', 'shape ', me, size(x(:, :)[next], 2), ubound(a(:)[next], 1)
  select case (a(2)[1])
  case (12)
    print '(a,i0)', 'case ', me
  end select
  if (a(1)[next] > 0) then
    print '(a,i0,1x,i0)', 'argument ', me, twice(a(5)[next])
  else if (a(1)[1] < 0) then
    print *, 'never'
  end if
contains
  integer function twice(v)
    integer, intent(in) :: v
    twice = 2*v
  end function
end program
