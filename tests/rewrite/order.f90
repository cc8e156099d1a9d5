! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Notified puts whose expressions put and notify as well. Linked with trace.c, it shows that each hint is followed by
! its own put: the last line of a case's list names that put's image.
module puts
  use, intrinsic :: iso_fortran_env, only: notify_type, int64
  implicit none
  type(notify_type) :: n[*], m(4)[*]
  real :: inner[*]
contains
  integer function put(value)
    integer, intent(in) :: value
    inner[90] = value
    put = value
  end function
  function put_many(value) result(many)
    integer, intent(in) :: value
    real :: many(3)
    inner[91, notify=m(2)] = value
    many = value
  end function
end module

program order
  use puts
  implicit none
  real :: x(10)[*], s[*], y(3), c(3)[2, 0:1, *]
  real, allocatable :: a(:)[:]
  integer(int64) :: long
  integer :: stat
  logical :: yes
  type part
    real, allocatable :: v(:)[:]
  end type
  type(part) :: p
  long = 8
  yes = put(1) == 1
  y = 1
  print '(a)', 'section'
  x(1:3)[1, notify=n] = y
  print '(a)', 'expression'
  x(1:3)[2, notify=n] = y * 2 + put(3)
  print '(a)', 'array function'
  x(1:3)[put(3), notify=n] = put_many(put(2))
  print '(a)', 'scalar into section'
  x(put(1):put(3))[4, notify=n] = s + put(2)
  print '(a)', 'notify variable with a put'
  s[5, notify=m(put(1))] = put(4)
  print '(a)', 'cosubscripts with puts'
  c(:)[put(1), put(1), put(2), notify=n] = put_many(1)
  print '(a)', 'get inside'
  x(1:3)[7, notify=n] = x(4:6)[put(6)] + 1
  print '(a)', 'from image to image'
  x(1:3)[long, notify=n] = x(4:6)[put(6)]
  print '(a)', 'vector subscript'
  x([put(1), 3, 5])[9, notify=n] = put_many(2)
  print '(a)', 'component'
  allocate (p%v(3)[*], a(3)[*])
  p%v(2:3)[10, notify=n] = y(1:2) * put(2)
  print '(a)', 'allocatable'
  a(:)[put(11), notify=n] = put_many(2)
  print '(a)', 'after if'
  if (put(1) == 1) s[12, notify=n] = put(1)
  if (.not. yes) s[13, notify=n] = put(1)
  print '(a)', 'with stat'
  stat = 7
  s[14, notify=n, stat=stat] = put(1)
  if (stat /= 0) print '(a)', 'stat was not set'
end program
