! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Allocatable coarrays whose descriptors come and go: moved, local to a procedure, dummy arguments.
program move_allocs
  implicit none (type, external)
  integer, allocatable :: a(:)[:], b(:)[:], got(:)
  integer :: me, next, k

  me = this_image()
  next = mod(me, num_images()) + 1
  allocate (a(-2:3)[*])
  a = [(10*me + k, k = -2, 3)]
  sync all
  call move_alloc(a, b)
  got = b(-1:3:2)[next]
  call check(size(got) == 3, 'size after move_alloc')
  call check(all(got == 10*next + [-1, 1, 3]), 'values after move_alloc')
  got = b(:)[next]
  call check(size(got) == 6, 'all after move_alloc')
  sync all
  b(0:1)[next] = [7, 8]
  sync all
  call check(b(0) == 7 .and. b(1) == 8, 'put after move_alloc')
  call local()
  call local()
  call by_argument(b)
  deallocate (b)

contains

  !> The coarray is deallocated at the end of the procedure.
  subroutine local()
    real, allocatable :: c(:, :)[:], column(:)
    allocate (c(2:4, 0:1)[*])
    c = me
    c(3, 1) = -me
    sync all
    column = c(4:3:-1, 1)[next]
    call check(all(column == [next, -next]), 'get from a local coarray')
    sync all
  end subroutine local

  subroutine by_argument(d)
    integer, allocatable, intent(inout) :: d(:)[:]
    integer, allocatable :: part(:)
    part = d(3:2:-1)[next]
    call check(all(part == 10*next + [3, 2]), 'get from an allocatable argument')
    sync all
  end subroutine by_argument

  subroutine check(is_right, what)
    logical, intent(in) :: is_right
    character(*), intent(in) :: what
    if (.not. is_right) error stop what
  end subroutine check

end program move_allocs
