! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Objects of other images handed to external procedures without an interface, by position and as functions' arguments.
program calls_unknown
  implicit none
  integer :: table(6)[*]
  double precision :: x[*]
  integer :: me, n, right, i
  integer, external :: total_of
  double precision, external :: halved
  me = this_image()
  n = num_images()
  right = merge(1, me + 1, me == n)
  table = [(me*i, i=1, 6)]
  x = 8d0*me
  sync all
  if (total_of(table(:)[right], 6) /= 21*right) error stop 'another total'
  if (total_of(table(2:6:2)[right], 3) /= 12*right) error stop 'another total of three'
  if (halved(x[right]) /= 4d0*right) error stop 'not halved'
  sync all
  call double_all(table(1:3)[right], 3)
  call add_to(x[right], 1)
  sync all
  if (any(table /= me*[2, 4, 6, 4, 5, 6])) error stop 'not doubled'
  if (x /= 8d0*me + 1) error stop 'nothing added'
  sync all
  if (me == 1) print '(a)', 'ok'
end program

integer function total_of(list, n)
  implicit none
  integer :: n, list(n)
  total_of = sum(list)
end function

double precision function halved(value)
  implicit none
  double precision :: value
  halved = value/2
end function

subroutine double_all(list, n)
  implicit none
  integer :: n, list(n)
  list = 2*list
end subroutine

subroutine add_to(value, count)
  implicit none
  double precision :: value
  integer :: count
  value = value + count
end subroutine
