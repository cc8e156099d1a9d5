! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! `stat=` of accesses to images that are not there, by accessors: it gets a code, and the program goes on. (What
! `statuses` expects of values and subscripts is not so there: the variable that is read becomes undefined, and
! accessors do not compare subscripts with bounds.)
program absent
  implicit none (type, external)
  type :: box
    integer :: id
    integer, allocatable :: list(:)
  end type box
  integer, save :: a(5)[*]
  type(box), save :: b[*]
  integer :: x, code, beyond
  integer, allocatable :: y(:)

  beyond = num_images() + 1
  a = this_image()
  allocate (b%list(4), source=this_image())
  b%id = this_image()
  sync all
  code = 99
  x = a(2)[1, stat=code]
  call check(code == 0 .and. x == 1, 'a good read')
  x = a(2)[beyond, stat=code]
  call check(code > 0, 'a read of an element')
  y = a(2:3)[beyond, stat=code]
  call check(code > 0, 'a read of a section')
  x = b[beyond, stat=code]%id
  call check(code > 0, 'a read of a component')
  code = 0
  y = b[beyond, stat=code]%list
  call check(code > 0, 'a read of an allocatable component')
  y = b[num_images(), stat=code]%list
  call check(code == 0 .and. size(y) == 4 .and. all(y == num_images()), 'a good read of a component')
  sync all
  a(2)[beyond, stat=code] = -1
  call check(code > 0, 'a write of an element')
  b[beyond, stat=code]%list(2) = -1
  call check(code > 0, 'a write to an allocatable component')
  b[num_images(), stat=code]%list(1) = 7
  call check(code == 0, 'a good write')
  sync all
  call check(all(a == this_image()) .and. all(b%list(2:) == this_image()), 'nothing else is written')
  if (this_image() == num_images()) call check(b%list(1) == 7, 'the good write has come')

contains

  subroutine check(is_right, what)
    logical, intent(in) :: is_right
    character(*), intent(in) :: what
    if (.not. is_right) error stop what
  end subroutine check

end program absent
