! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Following a polymorphic component is left out.
program class_component
  implicit none
  type :: base
    integer :: k = 0
  end type
  type :: holder
    integer :: first = 0
    class(base), allocatable :: c !wrong
    type(base), allocatable :: c !right
  end type
  type(holder) :: p[*]
  integer :: j
  allocate (p%c)
  p%c%k = 7
  sync all
  j = p[1]%c%k !warned
  j = p[1]%c%k !right
  if (j == 7) print '(a)', 'right'
  sync all
end program
