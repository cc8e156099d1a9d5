! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! `stat=` in a coindexed object that is read: set to 0, or not, and the program goes on. (gfortran
! before 15 does not pass it when a coindexed object is written.)
program statuses
  implicit none (type, external)
  type :: box
    integer :: id
    integer, allocatable :: list(:)
  end type box
  integer, save :: a(5)[*]
  type(box), save :: b[*]
  integer :: x, code, me
  integer, allocatable :: y(:)
  integer :: v(6), got(6)

  me = this_image()
  a = me
  allocate (b%list(4))
  b%list = me
  sync all
  code = 99
  x = a(2)[1, stat=code]
  call check(code == 0 .and. x == 1, 'a good read')
  x = -1
  x = a(2)[num_images() + 1, stat=code]
  call check(code > 0 .and. x == -1, 'a read from an image that is not there')
  v = [1, 2, 3, 4, 5, 6]
  got = -1
  got = a(v)[1, stat=code]
  call check(code > 0 .and. all(got == -1), 'a vector subscript that leads out')
  v(6) = -2000000000
  got = a(v)[num_images(), stat=code]
  call check(code > 0 .and. all(got == -1), 'a vector subscript that leads far out')
  v = [5, 4, 3, 2, 1, 1]
  got = a(v)[num_images(), stat=code]
  call check(code == 0 .and. all(got == num_images()), 'a good vector subscript')
  code = 0
  y = b[num_images() + 5, stat=code]%list
  call check(code > 0, 'a read of a component from an image that is not there')
  y = b[1, stat=code]%list
  call check(code == 0 .and. size(y) == 4, 'a good read of a component')
  sync all
  if (me == 1) deallocate (b%list)
  sync all
  y = b[1, stat=code]%list
  call check(code > 0, 'a read of a component that is not allocated')

contains

  subroutine check(is_right, what)
    logical, intent(in) :: is_right
    character(*), intent(in) :: what
    if (.not. is_right) error stop what
  end subroutine check

end program statuses
