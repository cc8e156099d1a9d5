! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Valid and unusual: dummies of every form, functions that fill whole coarrays, names that look like
! statements, coarrays of modules that are private or renamed, several statements on a line.
module forms
  implicit none
contains
  subroutine explicit_shape(x, n)
    integer, intent(in) :: n
    integer, intent(inout) :: x(n, 2)[0:*]
    print '(a,2(1x,i0))', 'explicit', x(n, 2)[0], x(1, 1)[num_images() - 1]
  end subroutine
  subroutine assumed_shape(x)
    integer, intent(inout) :: x(0:)[*]
    print '(a,3(1x,i0))', 'assumed', x(0)[1], lbound(x, 1), ubound(x, 1)
  end subroutine
  subroutine assumed_size(x, m)
    integer, intent(in) :: m
    integer, intent(inout) :: x(2, *)[*]
    print '(a,3(1x,i0))', 'size', x(1:2, m)[1], x(2, m - 1)[num_images()]
  end subroutine
  subroutine deferred(x)
    integer, allocatable, intent(inout) :: x(:, :)[:]
    print '(a,6(1x,i0))', 'deferred', x(:, 1)[1], shape(x)
    sync all
    x = transpose(x)
    sync all
    print '(a,6(1x,i0))', 'deferred', x(:, 1)[1], shape(x)
  end subroutine
  subroutine scalar(x)
    integer :: x[2, *]
    print '(a,1x,i0)', 'scalar', x[1, 1]
  end subroutine
  subroutine maybe(x)
    integer, optional :: x[*]
    if (present(x)) then; print '(a,1x,i0)', 'maybe', x[1]; else; print '(a)', 'none'; end if
  end subroutine
end module

module shut
  implicit none
  integer, save, private :: hidden(3)[*]
  integer, allocatable, private :: lazy(:)[:]
  integer, public, codimension[*], save :: shown = 5
  interface put
    module procedure put_integer, put_real
  end interface
  interface
    module subroutine work(k, total)
      integer, intent(in) :: k
      integer, intent(inout) :: total
    end subroutine
  end interface
contains
  subroutine put_integer(v, k); integer, intent(in) :: v, k; hidden(1)[k] = v; end subroutine
  subroutine put_real(v, k); real, intent(in) :: v; integer, intent(in) :: k; hidden(2)[k] = int(v)
  end subroutine
  integer function get(i, k) result(r); integer, intent(in) :: i, k
    r = hidden(i)[k]
  end function get
  subroutine clear; hidden = 0; allocate (lazy(2)[*]); lazy = [1, 2]; end subroutine
end module shut

submodule (shut) deep
  implicit none
contains
  module procedure work
    integer :: i
    do i = 1, size(lazy); total = total + lazy(i)[k]; end do
    sync all
    lazy(1)[k] = -1
    sync all
    total = total + 100*lazy(1)
  end procedure
end submodule

program unusual
  use forms
  use shut, mine => shown, send => put
  implicit none
  integer, allocatable :: a(:, :)[:]
  integer, save :: s[*], b(4)[*]
  integer :: sync, lock, event, critical, team, if(3), do, allocate(2), notify, change, all[*]
  integer :: me, n, k, i, j
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  allocate (a(2, 2)[*])
  a = reshape([me, me + 1, me + 2, me + 3], [2, 2])
  s = 100 + me; b = me + [1, 2, 3, 4]
  sync all
  call explicit_shape(a, 2)
  call assumed_shape(b); call assumed_shape(b(2:3))
  call assumed_size(a, 2); call assumed_size(b, 2)
  call deferred(a)
  call scalar(s); call scalar(a(2, 1))
  call maybe(s); call maybe
  call clear
  mine = me
  sync all
  call send(10*me, k); call send(2.5*me, k)
  sync all
  print '(a,5(1x,i0))', 'shut', get(1, me), get(2, k), mine[k], mine[1]
  i = 0; call work(k, i); print '(a,1x,i0)', 'work', i
  sync = 1; lock = 2; event = 3; critical = 4; team = 5; if = 7; do = 8; allocate = 10
  notify = 12; change = 14; all = me
  if(1) = all; do = all + sync
  sync all
  allocate(1) = b(2)[n]; if(2) = all[1]
  write (*, '(20(1x,i0))') sync, lock, event, critical, team, if, do, allocate, notify, change, all[k]
  print '(a,20(1x,i0))', 'nested', ((b(j)[i], j = 1, 3), i = 1, n)
  print '(a,20(1x,i0))', 'made', [integer :: (b(:)[i], i = n, 1, -1)]
  print '(a,1x,i0)', 'sum', sum([(b(2)[i]*[(b(1)[j], j = 1, n)], i = 1, n)])
end program
