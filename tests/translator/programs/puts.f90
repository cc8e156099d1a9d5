! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Puts and gets: elements, sections, strides, scalars for all elements, conversions, overlap, continuation, one-line IF.
program puts
  implicit none
  integer, parameter :: n = 6
  real(8) :: a(n, n)[*], b(n)
  real(4) :: s(n)[*]
  integer :: i(n)[*], me, p, next, k
  character(len=3) :: t(2)[*]
  me = this_image(); p = num_images(); next = mod(me, p) + 1
  a = 0; s = 0; i = 0; t = '...'
  sync all
  b = [(real(k + 10*me, 8), k=1, n)]
  a(:, 1)[next] = b
  a(2, 2:5)[next] = b(1:4) &
    + 1 ! a comment in the middle
  a(1:n:2, n)[next] = me
  a(n, n)[next] = 7; s(:)[next] = b
  i(2:3)[next] = b(4:5)/2
  i(1)[next] = -3.7
  t(1)[next] = 'longer'
  t(2) = char(iachar('a') + me)
  sync all
  t(1)[next] = t(2)
  if (me > 0) i(6)[next] = me
  sync all
  do k = 1, n
    print '(a,i0,1x,6f6.1)', 'a ', me, a(k, :)
  end do
  print '(a,i0,1x,6f6.1)', 's ', me, s
  print '(a,i0,1x,6(i0,1x),4a)', 'i ', me, i, '<', t, '>'
  sync all
  b = a(:, 1)[next]
  print '(a,i0,1x,6f6.1)', 'get ', me, b
  b(1:3) = i(4:6)[next]
  b(4:) = s(1)[next]
  print '(a,i0,1x,6f6.1)', 'convert ', me, b
  sync all
  a(2:n, 1)[me] = a(1:n - 1, 1)
  a(1:n - 1, 2) = a(2:n, 2)[me]
  print '(a,i0,1x,12f6.1)', 'overlap ', me, a(:, 1:2)
  i(:)[next] = i(:)[me]
end program
