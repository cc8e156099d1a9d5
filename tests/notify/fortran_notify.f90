! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Notified puts, by a hint before them or in their image index: each adds one at the target image, after its data, on
! every path of the data.
program fortran_notify
  use, intrinsic :: iso_fortran_env, only: event_type
  use arauto, only: arauto_notify_next, notify_query, notify_type
  implicit none
  interface
    function arauto_notify_hint(notify) bind(c, name="arauto_fortran_notify_hint")
      type(*), intent(in) :: notify
      integer(4) :: arauto_notify_hint
    end function arauto_notify_hint
    function arauto_notify_hint_stat(notify, stat, stat_bytes) bind(c, name="arauto_fortran_notify_hint_stat")
      type(*), intent(in) :: notify
      type(*), intent(inout) :: stat
      integer(4), value :: stat_bytes
      integer(4) :: arauto_notify_hint_stat
    end function arauto_notify_hint_stat
  end interface
  type :: pair
    integer :: first
    real :: second
  end type pair
  type :: holder
    integer, allocatable :: list(:)
    integer :: plain
  end type holder
  type(notify_type) :: n[*], several(5)[*]
  type(event_type), allocatable :: made(:)[:]
  integer(1) :: narrow(3)
  integer :: x(10)[*], grid(6, 7)[*]
  real :: converted(4)[*]
  type(pair) :: pairs(4)[*]
  type(holder) :: held[*]
  character(5) :: text[*]
  integer :: me, count, left, right, s, i, wrong, beyond
  integer :: subscripts(3) = [2, 5, 9]

  me = this_image()
  count = num_images()
  right = merge(1, me + 1, me == count)
  left = merge(count, me - 1, me == 1)
  x = 0
  grid = 0
  converted = 0.0
  pairs = pair(0, 0.0)
  text = ' '
  allocate (made(3)[*])
  allocate (held%list(4))
  held%list = 0
  held%plain = 0
  sync all

  ! Scalars and whole arrays: the plain way.
  x(3)[right + arauto_notify_hint(n)] = 100 + me
  event wait (n)
  call check(x(3) == 100 + left, 'a scalar')
  sync all
  call arauto_notify_next(several(4))
  x(:)[right] = [(1000*me + i, i=1, 10)]
  event wait (several(4))
  call check(all(x == [(1000*left + i, i=1, 10)]), 'an array')
  call expect(several(1), 0, 'the element before')
  call expect(several(4), 0, 'the element taken')
  call expect(several(5), 0, 'the element behind')
  sync all

  ! Every other way: strides, conversions, vector subscripts, structures, characters, components, two images.
  grid(2, :)[right + arauto_notify_hint(made(1))] = [(me*10 + i, i=1, 7)]
  event wait (made(1))
  call check(all(grid(2, :) == [(left*10 + i, i=1, 7)]) .and. all(grid(1, :) == 0), 'a row')
  converted(2:4)[right + arauto_notify_hint(made(2))] = [me, me, me]
  event wait (made(2))
  call check(all(converted == [0.0, real(left), real(left), real(left)]), 'a conversion')
  sync all
  x(subscripts)[right + arauto_notify_hint(made(3))] = [me, 2*me, 3*me]
  event wait (made(3))
  call check(all(x(subscripts) == [left, 2*left, 3*left]), 'a vector subscript')
  pairs(2:3)[right + arauto_notify_hint(n)] = [pair(me, 1.0), pair(me, 2.0)]
  event wait (n)
  call check(all(pairs(2:3)%first == left), 'structures')
  text[right + arauto_notify_hint(n)] = 'ab'
  event wait (n)
  call check(text == 'ab', 'characters')
  held[right + arauto_notify_hint(n)]%list(2:3) = [me, me]
  event wait (n)
  call check(all(held%list == [0, left, left, 0]), 'an allocatable component')
  held[right + arauto_notify_hint(n)]%plain = me
  event wait (n)
  call check(held%plain == left, 'a component beside one')
  sync all
  grid(3, 1:3)[right + arauto_notify_hint(n)] = x(subscripts)[left]
  event wait (n)
  sync all

  ! The same number of notifications as of puts, also for those of nothing.
  do i = 1, 100
    x(1:0)[right + arauto_notify_hint(several(2))] = [integer ::]
    x(1)[right + arauto_notify_hint(several(2))] = i
    grid(1:6:5, 1:0)[right + arauto_notify_hint(several(2))] = 4
  end do
  event wait (several(2), until_count=300)
  call expect(several(2), 0, 'after 300')
  sync all

  ! Only the next put takes it; the right-hand side's reads do not.
  x(4)[right + arauto_notify_hint(several(1))] = x(1)[left] + grid(2, 1)[right]
  x(5)[right] = 1
  grid(2, :)[right] = 1
  sync all
  call expect(several(1), 1, 'one put of three')
  event wait (several(1))

  ! To this image itself, also where both sides overlap; stat.
  x = [(i, i=1, 10)]
  narrow = -1
  x(2:9)[me + arauto_notify_hint_stat(n, narrow(2), 1)] = x(1:8)
  call check(all(narrow == [-1, 0, -1]), 'stat of one byte')
  event wait (n)
  call check(all(x == [1, 1, 2, 3, 4, 5, 6, 7, 8, 10]), 'a put to oneself')

  ! A put that fails changes nothing and notifies nobody.
  sync all
  x(2)[right + arauto_notify_hint_stat(several(3), s, 4)] = -5
  s = 0
  x(2)[count + 1 + arauto_notify_hint_stat(several(3), s, 4)] = -6
  call check(s > 0, 'there is no such image')
  s = 0
  x(2)[right + arauto_notify_hint_stat(x(1), s, 4)] = -7
  call check(s > 0, 'no notify variable')
  s = 0
  wrong = 0
  beyond = 6
  x(2)[right + arauto_notify_hint_stat(several(beyond), s, 4)] = -8
  call check(s > 0, 'behind the array')
  grid(1, 1)[right] = 3
  sync all
  call check(x(2) == -5, 'the put before the wrong ones')
  call expect(several(3), 1, 'the put before the wrong ones')
  event wait (several(3))
  call notify_query(x(1), wrong, s)
  call check(s > 0 .and. wrong == 0, 'a query of no notify variable')
  deallocate (made)
  sync all
  if (me == 1) print '(a)', 'ok'
contains
  subroutine expect(notify, expected, what)
    type(*), intent(in) :: notify
    integer, intent(in) :: expected
    character(*), intent(in) :: what
    integer :: there
    there = -1
    call notify_query(notify, there)
    call check(there == expected, what)
  end subroutine expect
  subroutine check(is_right, what)
    logical, intent(in) :: is_right
    character(*), intent(in) :: what
    if (is_right) return
    print '(a, i0, 2a)', 'image ', this_image(), ': wrong after ', what
    error stop 1
  end subroutine check
end program fortran_notify
