! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Pointer components whose targets are a procedure's own variables, sections, dummy arguments and what was allocated.
module views
  implicit none
  type view
    integer, pointer :: one => null()
    integer, pointer :: row(:) => null()
  end type
  type(view) :: seen[*]
  integer, target :: common_to_all(4) = 0
contains
  subroutine show(table, n)
    integer, intent(in) :: n
    integer, target, intent(inout) :: table(:, :)
    integer, target :: own(6), single
    integer :: right, i
    right = merge(1, this_image() + 1, this_image() == num_images())
    own = [(100*this_image() + i, i=1, 6)]
    single = -this_image()
    seen%one => single
    seen%row => own(6:2:-2)
    sync all
    if (seen[right]%one /= -right) error stop 'another single value'
    if (any(seen[right]%row(:) /= 100*right + [6, 4, 2])) error stop 'another own row'
    sync all
    seen[right]%row(2) = n
    sync all
    if (any(own /= [(merge(n, 100*this_image() + i, i == 4), i=1, 6)])) error stop 'not put into its own row'
    seen%one => table(1, n)
    seen%row => table(2, :)
    sync all
    if (seen[right]%one /= 10*right + n) error stop 'another value of a table'
    if (seen[right]%row(n) /= 20*right + n) error stop 'another row of a table'
    sync all
    nullify (seen%one, seen%row)
  end subroutine
end module

program pointers_local
  use views
  implicit none
  integer, allocatable, target :: table(:, :)
  integer :: me, n, i, k
  me = this_image()
  n = num_images()
  allocate (table(2, 5))
  table(1, :) = 10*me + [(i, i=1, 5)]
  table(2, :) = 20*me + [(i, i=1, 5)]
  do i = 1, 3
    call show(table, i)
  end do
  common_to_all = me**2
  seen%one => common_to_all(3)
  sync all
  do k = 1, n
    if (seen[k]%one /= k**2) error stop 'another value of a module'
  end do
  sync all
  if (me == 1) print '(a)', 'ok'
end program
