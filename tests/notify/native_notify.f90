! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! NOTIFY= in programs whose coindexed objects are accessors (gfortran 15 and later): each put of one statement counts
! once at the other image, with its data there, wherever the owner's memory is and whichever process runs the accessor.
module holders
  use arauto, only: notify_type
  implicit none
  type :: inner
    real, allocatable :: deep(:)
  end type inner
  type :: holder
    integer :: key = 0
    integer, allocatable :: list(:)
    integer, pointer :: there => null()
    type(inner) :: within
  end type holder
  type(notify_type) :: of_module[*]
  integer, target :: outside = 0
end module holders

program native_notify
  use, intrinsic :: iso_fortran_env, only: notify_type
  use holders, only: holder, of_module, outside
  use arauto, only: notify_query
  implicit none
  integer, parameter :: rounds = 20, long = 5000
  type(notify_type) :: came[*], several(3)[*]
  type(notify_type), allocatable :: made(:)[:]
  real(8) :: s[*], line(10)[*], table(4, 5)[*], many(long)[*], b(4)
  type(holder) :: held[*]
  character(7) :: text[*]
  integer :: me, right, left, round, v(3), i, status, pair(2)[*]

  me = this_image()
  right = merge(1, me + 1, me == num_images())
  left = merge(num_images(), me - 1, me == 1)
  allocate (made(2)[*], held%list(4), held%within%deep(2))
  held%there => outside
  do round = 1, rounds
    line = 0
    table = 0
    held%list = 0
    held%within%deep = 0
    sync all
    ! The right-hand sides and subscripts are of every kind.
    b = [(1000*me + 10*round + i, i=1, 4)]
    s[right, notify=came] = b(1)
    line(3)[right, notify=several(2)] = b(2)
    line(4:6)[right, notify=came] = b(1:3)
    line(7:10:3)[right, notify=made(2)] = b(4)
    table(2, :)[right, notify=came] = me
    v = [4, 1, 3]
    table(v, 5)[right, notify=came] = b(v)
    text[right, notify=came] = 'ab'
    many(:)[right, notify=of_module] = me + round
    ! By the owner where heaps differ, and over nodes.
    held[right, notify=came]%key = round
    held[right, notify=came]%list(2:3) = [me, round]
    held[right, notify=came, stat=status]%there = -me
    if (status /= 0) error stop 'stat= is not 0'
    held[right, notify=came]%within%deep(2) = real(me)
    ! No put at all, and one of no element.
    if (round < 0) s[right, notify=came] = 0
    line(1:0)[right, notify=several(1)] = 5

    notify wait (came, until_count=9)
    call check(nint(s) == 1000*left + 10*round + 1, 'a scalar')
    call check(all(nint(line(4:6)) == [(1000*left + 10*round + i, i=1, 3)]), 'a section')
    call check(all(nint(table(2, :4)) == left), 'a row')
    call check(all(nint(table(v, 5)) == [(1000*left + 10*round + v(i), i=1, 3)]), 'a vector subscript')
    call check(text == 'ab', 'characters')
    call check(held%key == round .and. all(held%list == [0, left, round, 0]), 'an allocatable component')
    call check(outside == -left, 'the target of a pointer')
    call check(nint(held%within%deep(2)) == left, 'a component of a component')
    notify wait (several(2))
    call check(nint(line(3)) == 1000*left + 10*round + 2, 'an element of notify variables')
    notify wait (made(2))
    call check(all(nint(line(7:10:3)) == 1000*left + 10*round + 4), 'an allocated notify variable')
    notify wait (of_module)
    call check(all(nint(many) == left + round), 'a long put')
    notify wait (several(1))
    call check(all(counts() == 0), 'the number of notifications')
    sync all
  end do

  ! Many in a row, each behind its data: the count never runs ahead.
  pair = 0
  sync all
  do i = 1, 200
    pair(1)[right, notify=came] = i
    held[right, notify=several(3)]%list(1) = i
  end do
  do i = 1, 20
    notify wait (came, until_count=10)
    call check(pair(1) >= 10*i, 'one of many puts')
    notify wait (several(3), until_count=10)
    call check(held%list(1) >= 10*i, 'one of many puts of a component')
  end do
  sync all
  ! One put of three takes it, and none that fails does.
  status = 0
  line(1)[right] = 1
  held[right, notify=several(1)]%key = 1
  held[right]%key = 2
  line(2)[num_images() + 1, notify=several(1), stat=status] = 1
  call check(status > 0, 'an image that is not there')
  sync all
  call check(all(counts() == [0, 1, 0, 0, 0]), 'one of three puts')
  if (me == 1) print '(a)', 'ok'

contains

  function counts() result(left_there)
    integer :: left_there(5), j
    call notify_query(came, left_there(1))
    do j = 1, 3
      call notify_query(several(j), left_there(1 + j))
    end do
    call notify_query(of_module, left_there(5))
  end function counts

  subroutine check(is_right, what)
    logical, intent(in) :: is_right
    character(*), intent(in) :: what
    if (is_right) return
    print '(a, i0, a, i0, 2a)', 'image ', me, ' in round ', round, ': wrong: ', what
    error stop 1
  end subroutine check
end program native_notify
