! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The descriptor of an absent coarray is looked into when the argument is passed on.
program optional_passed
  implicit none
  integer, allocatable :: a(:)[:]
  allocate (a(3)[*])
  a = this_image()
  call outer(a)
  sync all
contains
  subroutine outer(x, y)
    integer, intent(inout) :: x(:)[*]
    integer, intent(inout), optional :: y(:)[*]
    call inner(x, y) !warned
    if (present(y)) call inner(x, y) !right
    if (.not. present(y)) call inner(x) !right
  end subroutine
  subroutine inner(x, y)
    integer, intent(inout) :: x(:)[*]
    integer, intent(inout), optional :: y(:)[*]
    integer :: last
    last = num_images()
    sync all
    if (present(y)) last = y(1)[1]
    if (x(2)[last] == num_images()) print '(a)', 'right'
  end subroutine
end program
