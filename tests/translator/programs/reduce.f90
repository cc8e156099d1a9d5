! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! CO_REDUCE with functions of the program on all kinds of types, in teams too; CO_BROADCAST of structures.
module reduce_m
  use, intrinsic :: iso_fortran_env, only: int8, int64, real64
  implicit none
  integer, parameter :: wide = real64
  type pair
    integer :: low = 0
    real(wide) :: high = 0
    character(len=9) :: word = ''
  end type
  type, extends(pair) :: triple
    integer :: more(7) = 0
  end type
  type(pair) :: shared
contains
  pure integer function multiply(a, b)
    integer, intent(in) :: a, b
    multiply = mod(a*b, 10007)
  end function
  pure function largest(a, b) result(c)
    real(wide), intent(in) :: a, b
    real(wide) :: c
    c = max(a, b)
  end function
  pure function later(a, b) result(c) ! not commutative
    integer(int64), intent(in) :: a, b
    integer(int64) :: c
    c = merge(b, a, b > 20)
  end function
  pure complex function turn(a, b)
    complex, intent(in) :: a, b
    turn = a*b
  end function
  pure logical function both(a, b)
    logical, intent(in) :: a, b
    both = a .and. b
  end function
  pure function join(a, b) result(c)
    type(pair), intent(in) :: a, b
    type(pair) :: c
    c = pair(min(a%low, b%low), max(a%high, b%high), trim(a%word)//trim(b%word))
  end function
  pure function add(a, b) result(c)
    type(triple), intent(in) :: a, b
    type(triple) :: c
    c = a
    c%more = a%more + b%more
    c%low = a%low + b%low
  end function
  pure function joined(a, b) result(c)
    character(len=5), intent(in) :: a, b
    character(len=5) :: c
    c = trim(a)//b
  end function
end module

program reduce
  use reduce_m
  implicit none
  integer :: me, n, k, whole(200), plane(3, 4), status
  integer(int8) :: short
  integer(int64) :: order(3), long
  real(wide) :: r
  complex :: z
  logical :: all_true
  type(pair) :: p, pairs(5)
  type(triple) :: t
  character(len=5) :: text
  me = this_image(); n = num_images()
  whole = [(me + k, k=1, 200)]
  call co_reduce(whole, multiply)
  print '(a,i0,9(1x,i0))', 'whole ', me, whole(1), whole(77), whole(200), sum(whole)
  plane = reshape([(me*k, k=1, 12)], [3, 4])
  call co_reduce(plane(1:3:2, :), multiply)
  print '(a,i0,12(1x,i0))', 'plane ', me, plane
  r = -abs(me - 2.5)
  call co_reduce(r, largest, result_image=n)
  if (me == n) print '(a,f8.3)', 'largest ', r
  order = [me, 20 + me, 40 + 3*me]
  call co_reduce(order, later, stat=status)
  print '(a,i0,4(1x,i0))', 'in order ', me, order, status
  long = me
  if (me > 0) call co_reduce(long, later)
  z = cmplx(1, me)
  call co_reduce(z, turn)
  all_true = me /= 3
  call co_reduce(all_true, both)
  print '(a,i0,1x,i0,2f7.1,l2)', 'long, complex, logical ', me, long, z, all_true
  p = pair(me, real(me, wide), char(iachar('a') + me))
  pairs = p
  call co_reduce(p, join)
  print '(a,i0,1x,i0,f7.1,1x,a)', 'pair ', me, p%low, p%high, p%word
  pairs(2)%low = -me
  call co_reduce(pairs(2:4), join)
  print '(a,i0,5(1x,i0),1x,a)', 'pairs ', me, pairs%low, pairs(4)%word
  t%low = me; t%more = me*[1, 2, 3, 4, 5, 6, 7]
  call co_reduce(t, add)
  print '(a,i0,8(1x,i0))', 'extended ', me, t%low, t%more
  shared = pair(me, 2, 'shared')
  call co_reduce(shared%low, multiply)
  print '(a,i0,1x,i0)', 'component ', me, shared%low
  shared%word = char(iachar('k') + me)
  call co_broadcast(shared, source_image=n)
  call co_broadcast(pairs(1:5:4), 1)
  print '(a,i0,1x,a,4(1x,i0))', 'broadcast ', me, shared%word, pairs(1)%low, pairs(5)%low
  short = int(me, int8)
  call co_broadcast(short, n)
  text = char(iachar('p') + me)
  call co_broadcast(text, 1)
  print '(a,i0,1x,a,i0)', 'scalars ', me, text, short
end program
