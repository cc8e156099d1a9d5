! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! At the end of a scope the components of a scalar coarray are looked for in its descriptor.
program scope_end
  implicit none
  type :: box
    integer, allocatable :: list(:)
  end type
  if (total(3) == 6) print '(a)', 'right'
contains
  integer function total(n)
    integer, intent(in) :: n
    type(box), allocatable :: one[:] !wrong
    type(box), allocatable, save :: one[:] !right
    integer :: i
    if (allocated(one)) deallocate (one)
    allocate (one[*]) !warned
    allocate (one[*]) !right
    allocate (one%list(n))
    one%list = [(i, i=1, n)]
    sync all
    total = sum(one%list)
    sync all
  end function
end program
