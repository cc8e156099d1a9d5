! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Attached events: every put that touches a bound range posts its event at the target image, exactly once and after
! its data; puts beside the range post nothing.
module attach_checks
  use arauto, only: notify_query
  implicit none
contains
  subroutine expect(event, expected, what)
    type(*), intent(in) :: event
    integer, intent(in) :: expected
    character(*), intent(in) :: what
    integer :: there
    there = -1
    call notify_query(event, there)
    if (there /= expected) then
      print '(a, i0, 3a, i0, a, i0)', 'image ', this_image(), ': ', what, ': ', there, ' posts instead of ', expected
      error stop 1
    end if
  end subroutine expect
  subroutine check(is_right, what)
    logical, intent(in) :: is_right
    character(*), intent(in) :: what
    if (is_right) return
    print '(a, i0, 2a)', 'image ', this_image(), ': wrong: ', what
    error stop 1
  end subroutine check
end module attach_checks

program fortran_attach
  use, intrinsic :: iso_fortran_env, only: event_type
  use arauto, only: event_attach, event_detach
  use attach_checks, only: check, expect
  implicit none
  type :: particle
    real(8) :: position(3)
    integer :: charge
    integer :: kind
  end type particle
  type :: holder
    integer, allocatable :: list(:)
    real, allocatable :: scalar
  end type holder
  integer, parameter :: n = 12
  type(event_type) :: came(n)[*], scalar_came[*], row_came[*], third_came[*], all_came[*]
  type(event_type), allocatable :: made(:)[:]
  integer :: s[*], a(n, n)[*]
  real(8), allocatable :: cube(:, :, :)[:]
  real(8), allocatable :: big(:, :, :)[:]
  type(particle) :: p(n)[*]
  type(holder) :: held[*]
  character(4) :: words(5)[*]
  integer :: me, images, right, left, j

  me = this_image()
  images = num_images()
  right = merge(1, me + 1, me == images)
  left = merge(images, me - 1, me == 1)
  s = 0
  a = 0
  words = ' '
  p = particle([0d0, 0d0, 0d0], 0, 0)
  allocate (cube(4, 5, 6)[*], big(3, 3, 3)[*], made(4)[*])
  cube = 0
  allocate (held%list(8), held%scalar)
  held%list = 0

  call scalars_and_columns
  call rows_and_strides
  call overlapping
  call every_way
  call components
  call detaching
  call deallocating
  sync all
  if (me == 1) print '(a)', 'ok'

contains

  subroutine scalars_and_columns
    integer :: posts
    call event_attach(scalar_came, s)
    do j = 1, n
      call event_attach(came(j), a(:, j))
    end do
    sync all
    s[right] = 10 + me
    event wait (scalar_came)
    call check(s == 10 + left, 'the scalar')
    do j = 1, n
      a(:, j)[right] = 100*me + j
      event wait (came(j))
      call check(all(a(:, j) == 100*left + j), 'the column')
    end do
    sync all
    ! One element of each column, then a block over three.
    do j = 1, n
      a(j, j)[right] = -j
    end do
    a(2:5, 4:6)[right] = 7
    sync all
    do j = 1, n
      posts = merge(2, 1, j >= 4 .and. j <= 6)   ! not in the statement: GCC 13 and 14 lose the condition there
      call expect(came(j), posts, 'a diagonal and a block')
      event wait (came(j), until_count=posts)
    end do
    call expect(scalar_came, 0, 'the scalar, untouched')
    sync all
    ! Explicit posts count as well.
    event post (came(3)[right])
    a(1, 3)[right] = 1
    event post (came(3)[right])
    event wait (came(3), until_count=3)
    call expect(came(3), 0, 'posts and puts')
    sync all
    do j = 1, n
      call event_detach(came(j), a(:, j))
    end do
    call event_detach(scalar_came)
    sync all
    a(:, :)[right] = 0
    s[right] = 0
    sync all
    call expect(came(4), 0, 'detached')
    call expect(scalar_came, 0, 'detached')
  end subroutine scalars_and_columns

  subroutine rows_and_strides
    integer :: i
    call event_attach(row_came, a(3, :))
    call event_attach(third_came, a(2:n:3, 1:n:2))
    sync all
    do i = 1, n
      a(i, :)[right] = i
    end do
    sync all
    call expect(row_came, 1, 'a row among rows')
    call expect(third_came, 4, 'every third row')
    event wait (row_came)
    event wait (third_came, until_count=4)
    sync all
    do j = 1, n
      a(3:8:5, j)[right] = j
    end do
    sync all
    call expect(row_came, n, 'the row, from columns')
    call expect(third_came, n/2, 'every second column')
    event wait (row_came, until_count=n)
    event wait (third_came, until_count=n/2)
    sync all
    a(1:n:3, :)[right] = 1
    a(3:n:3, 1:n:2)[right] = 1
    a(2:n:3, 2:n:2)[right] = 1
    a(n:1:-1, 2)[right] = 1
    sync all
    call expect(third_came, 0, 'all but every third row')
    call expect(row_came, 2, 'all rows but the other third')
    event wait (row_came, until_count=2)
    sync all
    a([1, 4, 7, 8], 5)[right] = 2
    a([1, 4, 7, 9], 5)[right] = 2
    a(2:4, [6, 4, 2])[right] = 2
    sync all
    call expect(third_came, 1, 'vector subscripts')
    call expect(row_came, 1, 'vector subscripts')
    event wait (third_came)
    event wait (row_came)
    call event_detach(row_came)
    call event_detach(third_came)
    sync all
  end subroutine rows_and_strides

  subroutine overlapping
    call event_attach(all_came, a)
    call event_attach(row_came, a(1, :))
    call event_attach(came(1), a(:, 1))
    call event_attach(came(2), a(1, 1))
    call event_attach(came(2), a(2, 2)) ! the same event for another element
    sync all
    a(1, 1)[right] = 5
    event wait (came(2))
    event wait (came(1))
    event wait (row_came)
    event wait (all_came)
    call expect(came(2), 0, 'an element of four ranges')
    sync all
    a(:, :)[right] = 5
    sync all
    call expect(all_came, 1, 'one put of everything')
    call expect(row_came, 1, 'one put of everything')
    call expect(came(1), 1, 'one put of everything')
    call expect(came(2), 2, 'two bindings of one event')
    event wait (all_came)
    event wait (row_came)
    event wait (came(1))
    event wait (came(2), until_count=2)
    sync all
    a(1, 1:0)[right] = 5 ! nothing touches nothing
    sync all
    call expect(all_came, 0, 'a put of nothing')
    call event_detach(all_came)
    call event_detach(row_came)
    call event_detach(came(1))
    call event_detach(came(2))
    sync all
  end subroutine overlapping

  subroutine every_way
    integer :: two(2), row(n)
    call event_attach(row_came, a(:, 2:3), access='get')
    call event_attach(all_came, a(:, 2:3), access='put')
    call event_attach(came(5), words(2:3))
    call event_attach(came(6), cube(2, :, 3))
    sync all
    if (sum(a(:, 2)[right]) < 0) error stop 'a sum'
    if (a(3, 4)[right] < 0 .or. a(3, 3)[right] < 0) error stop 'an element'
    two = a([2, 4], 1)[right]
    two = a([2, 4], 2)[right]
    row = a(2, :)[right]
    sync all
    call expect(row_came, 4, 'reads of two columns')
    call expect(all_came, 0, 'reads of two columns')
    event wait (row_came, until_count=4)
    sync all
    ! Through this image, from one to the other; with conversion; characters.
    a(1:4, 2)[right] = a(1:4, 3)[left]
    a(1:4, 3)[right] = [1.0, 2.0, 3.0, 4.0]
    a(1:4, 4)[right] = [1.0, 2.0, 3.0, 4.0]
    words(1)[right] = 'no'
    words(2:5:3)[right] = 'yes'
    words(4)[right] = 'no'
    cube(:, 2, 3)[right] = 1
    cube(1, :, 3)[right] = 1
    cube(2:3, 2:5:3, 2:4)[right] = 1
    cube(3:4, :, 3)[right] = 1
    sync all
    call expect(row_came, 1, 'the source of a transfer')
    call expect(all_came, 2, 'a transfer and a conversion')
    call expect(came(5), 1, 'characters')
    call expect(came(6), 2, 'a line of a cube')
    event wait (row_came)
    event wait (all_came, until_count=2)
    event wait (came(5))
    event wait (came(6), until_count=2)
    call event_detach(row_came)
    call event_detach(all_came)
    call event_detach(came(5))
    call event_detach(came(6))
    sync all
  end subroutine every_way

  subroutine components
    call event_attach(came(7), p(2:8:2)%charge)
    call event_attach(came(8), p(3))
    call event_attach(came(9), held%list(3:5))
    call event_attach(came(10), held%scalar)
    sync all
    p(2)[right]%position = [1d0, 2d0, 3d0]
    p(2)[right]%kind = 1
    p(2)[right]%charge = 1
    p(3)[right]%charge = 1
    p(4)[right] = particle([1d0, 2d0, 3d0], 2, 3)
    p(8)[right]%position(2) = 5d0
    held[right]%list(1:2) = 1
    held[right]%list(2:3) = [1, 2]
    held[right]%list(5) = me
    held[right]%list(6:8) = 1
    held[right]%scalar = 3.0
    sync all
    call expect(came(7), 2, 'a component of every second element')
    call expect(came(8), 1, 'an element of a structure')
    call expect(came(9), 2, 'an allocatable component')
    call expect(came(10), 1, 'a scalar allocatable component')
    event wait (came(7), until_count=2)
    event wait (came(8))
    event wait (came(9), until_count=2)
    event wait (came(10))
    sync all
    deallocate (held%list)
    allocate (held%list(8))
    sync all
    held[right]%list(:) = 4
    sync all
    call expect(came(9), 0, 'a component that has been deallocated')
    call event_detach(came(7))
    call event_detach(came(8))
    call event_detach(came(10))
    sync all
  end subroutine components

  subroutine detaching
    integer :: i, stat
    do i = 1, n
      do j = 1, n
        call event_attach(came(j), a(i, j))
      end do
    end do
    do j = 1, n, 2
      call event_detach(came(j))
    end do
    sync all
    a(:, :)[right] = 1
    sync all
    do j = 1, n
      call expect(came(j), merge(0, n, mod(j, 2) == 1), 'elements')
      if (mod(j, 2) == 0) then
        event wait (came(j), until_count=n)
      end if
    end do
    do j = 2, n, 2
      do i = n, 1, -1
        call event_detach(came(j), a(i, j))
      end do
      call event_detach(came(j), stat=stat)
      call check(stat > 0, 'detached twice')
    end do
    sync all
    a(:, :)[right] = 1
    sync all
    do j = 1, n
      call expect(came(j), 0, 'all detached')
    end do
  end subroutine detaching

  subroutine deallocating
    integer :: stat
    ! The data go, then their event is free; the event goes, then its data are.
    call event_attach(made(2), big(:, 2, :))
    call event_attach(made(3), cube(:, 1, 1))
    sync all
    big(2, 2, 2)[right] = 1
    event wait (made(2))
    deallocate (big)
    call event_detach(made(2), stat=stat)
    call check(stat > 0, 'nothing is left of the data')
    cube(1, 1, 1)[right] = 2
    event wait (made(3))
    deallocate (made)
    cube(1, 1, 1)[right] = 3
    allocate (made(4)[*])
    sync all
    call expect(made(3), 0, 'a new event')
    deallocate (cube, made)
  end subroutine deallocating
end program fortran_attach
