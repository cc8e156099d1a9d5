! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! ALLOCATE with stat= that fails on one image fails on all, and leaves nothing allocated; it can be tried again.
module allocate_m
  type :: holder
    integer, allocatable :: part(:)[:]
  end type
end module

program allocate_alone
  use allocate_m
  implicit none
  integer, allocatable :: x(:)[:], y(:)[:]
  type(holder) :: held
  integer :: me, n, status, round
  integer(8) :: bytes
  character(len=80) :: message
  logical :: good
  me = this_image()
  n = num_images()
  good = .true.
  do round = 1, 3
    bytes = 10
    if (me == n) bytes = 2_8**42 ! more than anybody has
    status = 0
    message = ' '
    allocate (x(bytes)[*], stat=status, errmsg=message)
    good = good .and. status /= 0 .and. .not. allocated(x) .and. message /= ' '
    status = 0
    allocate (held%part(bytes)[*], stat=status)
    good = good .and. status /= 0 .and. .not. allocated(held%part)
  end do
  status = -1
  allocate (x(10)[*], y(20)[*], stat=status)
  good = good .and. status == 0 .and. allocated(x) .and. allocated(y)
  x = me
  y = 10*me
  sync all
  good = good .and. all(x(:)[n] == n) .and. all(y(:)[1] == 10)
  sync all
  status = -1
  deallocate (x, y, stat=status)
  good = good .and. status == 0 .and. .not. allocated(x)
  call co_all(good)
  if (me == 1 .and. good) print '(a)', 'all as it should be'
contains
  subroutine co_all(flag)
    logical, intent(inout) :: flag
    integer :: bad
    bad = merge(0, 1, flag)
    call co_sum(bad)
    flag = bad == 0
  end subroutine
end program
