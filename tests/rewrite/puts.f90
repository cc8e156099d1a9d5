! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Each image puts into the next one with NOTIFY= in every possible position, and checks after NOTIFY WAIT the data
! that it received, and that there were exactly as many notifications as puts.
module box
  use, intrinsic :: iso_fortran_env, only: notify_type
  implicit none
  type(notify_type) :: inner_came[*], came[*], boxes(3)[*]
  real :: inner(3)[*]
contains
  function put_inside(next, value) result(many)
    integer, intent(in) :: next
    real, intent(in) :: value
    real :: many(3)
    inner(:)[next, notify=inner_came] = value
    many = value + [1, 2, 3]
  end function
end module

program puts
  use box
  use arauto, only: notify_query
  implicit none
  integer, parameter :: rounds = 50
  real :: line(10)[*], point[*], table(4, 5)[*], grid(3)[1, *]
  real, allocatable :: a(:)[:]
  type holder
    real, allocatable :: v(:)[:]
  end type
  type(holder) :: h
  type pair
    integer :: key = 0
    real :: value = 0
  end type
  type(pair) :: pairs(4)[*]
  character(20) :: text[*], message
  integer :: me, next, previous, round, status, i, puts_there, left(5)
  real :: base
  me = this_image()
  next = mod(me, num_images()) + 1
  previous = mod(me + num_images() - 2, num_images()) + 1
  allocate (a(3)[*], h%v(4)[*])
  do round = 1, rounds
    line = 0; table = 0; a = 0; h%v = 0; text = ''
    sync all
    base = 1000 * me + round
    message = 'text ' // achar(96 + me)
    line(1:3)[next, notify=came] = base + [1, 2, 3]
    line(4:10:3)[next, notify=boxes(1)] = base; if (round > 0) point[next, NOTIFY = came] = base
    if (round < 0) point[next, notify=boxes(2)] = base
    10 table(2, :)[next, &
      ! the row, not the column
      & notify=boxes(mod(round, 2) + 1)] = base
    a(:)[next, notify=came] = put_inside(next, base); h%v(2:3)[next, notify=came] = base
    grid(:)[1, next, notify=came] = base
    text[next, notify=came] = message
    line(5)[next, notify=came, stat=status] = -base
    pairs(2)[next, notify=came]%key = round
    if (status /= 0) error stop 'status'
    base = 1000 * previous + round
    notify wait (came, until_count=8)
    puts_there = merge(2, 1, mod(round, 2) == 0)   ! not in the statement: GCC 13 and 14 lose the condition there
    Notify Wait (boxes(1), until_count=puts_there, stat=status, errmsg=message)
    if (mod(round, 2) == 1) notify wait (boxes(2))
    notify &
      wait (inner_came)
    call check(all(line(1:3) == base + [1, 2, 3]), 'section')
    call check(all(line([4, 7, 10]) == base) .and. line(5) == -base, 'strided section')
    call check(point == base, 'scalar')
    call check(all(table(2, :) == base) .and. all(table(1, :) == 0), 'row')
    call check(all(a == base + [1, 2, 3]), 'allocatable')
    call check(all(inner == base), 'put of the right-hand side')
    call check(all(h%v == [0., base, base, 0.]), 'component')
    call check(all(grid == base), 'two codimensions')
    call check(text == 'text ' // achar(96 + previous), 'text')
    call check(pairs(2)%key == round .and. pairs(2)%value == 0, 'part of a structure')
    call notify_query(came, left(1))
    call notify_query(inner_came, left(2))
    do i = 1, 3
      call notify_query(boxes(i), left(2 + i))
    end do
    call check(all(left == 0), 'count')
  end do
  sync all
  if (me == 1) print '(a)', 'all came'
contains
  subroutine check(is_right, what)
    logical, intent(in) :: is_right
    character(*), intent(in) :: what
    if (.not. is_right) then
      print *, 'image', me, 'round', round, ': wrong ', what
      error stop
    end if
  end subroutine
end program
