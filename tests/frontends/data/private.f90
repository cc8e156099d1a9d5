! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Components of coarrays that lead to private memory of another image: to its static data, its stack,
! what it has allocated, and what a procedure has allocated through a dummy that is no coarray. Each
! is read and written, by element and by section, transferred, and asked for.
module private_memory
  implicit none
  integer, parameter :: n = 40
  type :: part
    integer, allocatable :: made(:) ! by a statement on the coarray
    integer, allocatable :: given(:) ! in a dummy
    integer, allocatable :: scalar
    integer, pointer :: at(:) => null()
    integer :: plain = 0
    character(7) :: text = ''
  end type
  type :: nested
    type(part), allocatable :: parts(:)
    integer :: number
  end type
  integer, target, save :: fixed(n)
contains
  subroutine init_nested(x, me)
    type(nested), intent(inout) :: x
    integer, intent(in) :: me
    allocate (x%parts(2))
    call init(x%parts(1), me)
    call init(x%parts(2), me + 500)
    x%number = me
  end subroutine

  subroutine init(x, me)
    type(part), intent(inout) :: x
    integer, intent(in) :: me
    integer :: i
    x%given = [(1000 * me + i, i = 1, n)]
  end subroutine
end module

program private
  use private_memory
  implicit none
  type(part) :: x[*]
  type(part), allocatable :: many(:)[:]
  type(nested) :: deep[*]
  integer :: kept(n)[*]
  integer, target :: on_stack(n)
  integer, pointer :: heap(:)
  integer :: me, next, i
  integer, allocatable :: v(:)

  me = this_image()
  next = mod(me, num_images()) + 1
  v = [7, 3, 12]
  allocate (many(3)[*], heap(n))
  call look_at_components()
  call set(heap)
  x%at => heap
  call look_at('the heap')
  call set(fixed)
  x%at => fixed
  call look_at('static data')
  call set(on_stack)
  x%at => on_stack
  call look_at('the stack')
  x%at => heap(2:n:3)
  call set(heap)
  sync all
  call check(x[next]%at(2) == 100 * next + 5, 'a pointer to a section')
  call check(all(x[next]%at(2:6:2) == 100 * next + [5, 11, 17]), 'a section of one')
  sync all
  call look_deeper()

contains

  subroutine set(to)
    integer, intent(out) :: to(:)
    to = [(100 * me + i, i = 1, size(to))]
  end subroutine

  subroutine look_at(where)
    character(*), intent(in) :: where
    integer :: got(5)
    integer, allocatable :: any(:)
    integer :: previous
    previous = mod(me + num_images() - 2, num_images()) + 1
    sync all
    call check(x[next]%at(9) == 100 * next + 9, 'an element of '//where)
    got = x[next]%at(2:10:2)
    call check(all(got == 100 * next + [2, 4, 6, 8, 10]), 'a section of '//where)
    any = x[next]%at(:)
    call check(size(any) == n .and. any(n) == 100 * next + n, 'all of '//where)
    got(1:3) = x[next]%at(v)
    call check(all(got(1:3) == 100 * next + v), 'subscripts in a vector of '//where)
    sync all
    x[next]%at(5) = -me
    x[next]%at(11:15:2) = [1, 2, 3] * me
    x[next]%at(v) = 5000 + me
    sync all
    call check(x%at(5) == -previous, 'a put to an element of '//where)
    call check(all(x%at(11:15:2) == [1, 2, 3] * previous), 'a put to a section of '//where)
    call check(all(x%at(v) == 5000 + previous), 'a put by a vector to '//where)
    sync all
    kept(1)[next] = x[previous]%at(2)
    x[next]%at(20:22) = x[previous]%at(30:32)
    sync all
    call check(kept(1) == 100 * before(previous) + 2, 'a transfer of an element of '//where)
    call check(all(x%at(20:22) == 100 * before(previous) + [30, 31, 32]), &
        'a transfer of a section of '//where)
    sync all
  end subroutine

  subroutine look_at_components()
    integer, allocatable :: got(:)
    sync all
    call check(.not. allocated(x[next]%made), 'what is not allocated')
    call check(.not. allocated(x[next]%scalar), 'a scalar that is not allocated')
    sync all
    allocate (x%made(n), x%scalar)
    x%made = [(100 * me + i, i = 1, n)]
    x%scalar = 10 * me
    x%plain = me
    write (x%text, '(a, i0)') 'im', me
    call init(x, me)
    do i = 1, 3
      call init(many(i), me * 10 + i)
    end do
    sync all
    call check(allocated(x[next]%made) .and. allocated(x[next]%scalar), 'what is allocated')
    call check(allocated(x[next]%given) .and. allocated(many(2)[next]%given), 'what a dummy has')
    call check(x[next]%plain == next .and. x[next]%scalar == 10 * next, 'a scalar')
    call check(x[next]%made(3) == 100 * next + 3, 'an element of a component')
    call check(x[next]%given(3) == 1000 * next + 3, 'an element of what a dummy has')
    got = x[next]%given
    call check(size(got) == n .and. all(got == [(1000 * next + i, i = 1, n)]), 'all a dummy has')
    got = many(3)[next]%given(5:9)
    call check(all(got == 1000 * (10 * next + 3) + [5, 6, 7, 8, 9]), 'of an element a section')
    got = x[next]%made(v)
    call check(all(got == 100 * next + v), 'a vector of a component')
    sync all
    x[next]%given(2) = me
    many(v(2) - 1)[next]%given(v) = -me
    x[next]%scalar = -me
    x[next]%text = 'of one'
    sync all
    i = before(me)
    call check(x%given(2) == i .and. all(many(2)%given(v) == -i), 'a put to what a dummy has')
    call check(x%scalar == -i .and. x%text == 'of one', 'a put to scalars')
    sync all
  end subroutine

  subroutine look_deeper()
    integer, allocatable :: got(:)
    call init_nested(deep, me)
    sync all
    call check(deep[next]%parts(2)%given(n) == 1000 * (next + 500) + n, 'two levels down')
    got = deep[next]%parts(1)%given(1:3)
    call check(all(got == 1000 * next + [1, 2, 3]), 'a section two levels down')
    sync all
    deep[next]%parts(2)%given(4) = me
    sync all
    call check(deep%parts(2)%given(4) == before(me), 'a put two levels down')
    sync all
  end subroutine

  integer function before(image)
    integer, intent(in) :: image
    before = mod(image + num_images() - 2, num_images()) + 1
  end function

  subroutine check(is_right, what)
    logical, intent(in) :: is_right
    character(*), intent(in) :: what
    if (.not. is_right) then
      print '(a, i0, 2a)', 'image ', me, ': wrong: ', what
      error stop 1
    end if
  end subroutine
end program private
