! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Derived types: components of coindexed objects, whole objects, coarray components, allocatable components, nesting.
module structures_m
  implicit none
  type point
    real :: x = 0, y = 0
    integer :: tag(3) = 0
  end type
  type, extends(point) :: place
    character(len=4) :: name = ''
  end type
  type row
    integer :: length = 0
    real, allocatable :: cells(:)
    type(point), allocatable :: points(:)
  end type
  type field
    real, allocatable :: data(:, :)[:]
  end type
end module

program structures
  use structures_m
  implicit none
  type(point) :: p(3)[*], q, r(2)
  type(place) :: town[*]
  type(row) :: rows(2)[*]
  type(field) :: f
  integer :: me, n, next, k
  me = this_image(); n = num_images(); next = mod(me, n) + 1
  do k = 1, 3
    p(k) = point(me + 0.5, -k, [me, k, 0])
  end do
  town = place(me, 2*me, [1, 2, 3], 'town')
  allocate (rows(2)%cells(0:me + 2))
  rows(2)%cells = [(me + k/10.0, k=0, me + 2)]
  rows(2)%length = me + 3
  allocate (rows(1)%points(2))
  rows(1)%points = point(me, me, [me, me, me])
  allocate (f%data(2, 3)[*])
  f%data = me
  sync all
  q = p(2)[next]
  print '(a,i0,2f6.1,3i3)', 'object ', me, q%x, q%y, q%tag
  r = p(1:2)[next]
  print '(a,i0,2f6.1)', 'objects ', me, r(1)%x, r(2)%y
  print '(a,i0,2f6.1,3i3)', 'component ', me, p(3)[next]%x, p(1)[1]%y, p(2)[next]%tag
  print '(a,i0,f6.1,1x,a,1x,a,i3)', 'extended ', me, town[next]%x, town[next]%name, town%name(2:3), town[next]%tag(2)
  print '(a,i0,f6.1)', 'of a coarray component ', me, f%data(2, 1)[next]
  sync all
  p(1)[next]%tag(2:3) = [me, -me]
  p(1)%y = 1
  p(3)[next] = point(9, me)
  f%data(:, 2)[next] = 100 + me
  town[next]%name = 'x'
  sync all
  print '(a,i0,3i3,2f6.1,6f7.1,1x,a)', 'put ', me, p(1)%tag, p(3)%x, p(3)%y, f%data, town%name//'.'
  k = rows(2)[next]%length
  print '(a,i0,9f6.1)', 'allocated there ', me, rows(2)[next]%cells(0:k - 1)
  q%x = sum(rows(2)[next]%cells)
  print '(a,i0,f8.2)', 'sum ', me, q%x
  sync all
  rows(2)[next]%cells(1) = -me
  if (me == 1) rows(1)[next]%points(2)%tag(1:2) = [70, 80]
  sync all
  print '(a,i0,2f6.1,3i3)', 'put there ', me, rows(2)%cells(1:2), rows(1)%points(2)%tag
  print '(a,i0,i3)', 'through two ', me, rows(1)[next]%points(2)%tag(3)
  sync all
end program
