! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Allocatable components of coarrays that are allocated, moved, reallocated and freed where the
! compiler does not see the coarray. Each form is between two reads and writes by other images.
module passed_types
  use, intrinsic :: iso_fortran_env, only: int64
  implicit none (type, external)
  type :: inner
    real, allocatable :: w(:)
    integer, allocatable :: n
  end type inner
  type :: outer
    integer :: id = 0
    real, allocatable :: a(:), b(:)
    integer, allocatable :: s, s2
    real, allocatable :: grid(:, :)
    type(inner), allocatable :: parts(:)
    type(inner) :: own
  end type outer
  type :: labelled
    character(:), allocatable :: text
    real, pointer :: p(:) => null()
    integer, pointer :: q => null()
  end type labelled
  type :: holder
    class(inner), allocatable :: any
  end type holder
  type :: disguised
    integer(int64) :: numbers(60)
    integer, allocatable :: s
  end type disguised
contains
  subroutine lengthen(text)
    character(:), allocatable, intent(inout) :: text
    text = text//' and a text that is much longer'
  end subroutine lengthen

  subroutine swap(x, y)
    real, allocatable, intent(inout) :: x(:), y(:)
    real, allocatable :: z(:)
    call move_alloc(x, z)
    call move_alloc(y, x)
    call move_alloc(z, y)
  end subroutine swap

  subroutine resize(x, n)
    real, allocatable, intent(inout) :: x(:)
    integer, intent(in) :: n
    integer :: i
    x = [(real(n + i), i = 1, n)]
  end subroutine resize

  subroutine renew(x, n)
    real, allocatable, intent(out) :: x(:)
    integer, intent(in) :: n
    integer :: i
    allocate (x(n))
    x = [(real(n + i), i = 1, n)]
  end subroutine renew

  subroutine renew_scalar(x, n)
    integer, allocatable, intent(out) :: x
    integer, intent(in) :: n
    allocate (x, source=n)
  end subroutine renew_scalar

  subroutine clear(x)
    real, allocatable, intent(inout) :: x(:)
    deallocate (x)
  end subroutine clear

  subroutine take(x, n)
    real, allocatable, intent(inout) :: x(:)
    integer, intent(in) :: n
    real, allocatable :: y(:)
    call renew(y, n)
    call move_alloc(y, x)
  end subroutine take

  subroutine change_type(x, n)
    type(outer), intent(inout) :: x
    integer, intent(in) :: n
    call resize(x%a, n)
    x%s = n
  end subroutine change_type

  subroutine change_class(x, n)
    class(outer), intent(inout) :: x
    integer, intent(in) :: n
    call take(x%a, n)
    if (allocated(x%s)) deallocate (x%s)
    allocate (x%s, source=n)
  end subroutine change_class

  subroutine give(x, n)
    type(outer), intent(out) :: x
    integer, intent(in) :: n
    call renew(x%a, n)
    allocate (x%s, source=n)
  end subroutine give

  subroutine change_parts(parts, n)
    type(inner), allocatable, intent(inout) :: parts(:)
    integer, intent(in) :: n
    type(inner), allocatable :: more(:)
    integer :: i
    allocate (more(size(parts) + 1))
    do i = 1, size(more)
      call renew(more(i)%w, n)
    end do
    call move_alloc(more, parts)
  end subroutine change_parts
end module passed_types

module passed_state
  use passed_types
  implicit none (type, external)
  type(outer), allocatable :: f[:]
  type(outer), save :: st[*]
  type(outer), allocatable :: g(:)[:]
  type(labelled), allocatable :: l[:]
  type(holder), allocatable :: h[:]
  type(disguised), allocatable :: d[:]
end module passed_state

program passed_components
  use passed_state
  implicit none (type, external)
  integer :: me, next, round
  me = this_image()
  next = mod(me, num_images()) + 1
  do round = 1, 3
    call arrays_of_scalar()
    call arrays_of_static()
    call elements()
    call nested()
    call scalars()
    call scalars_behind_numbers()
    call whole()
    call others()
    call polymorphic()
    call local_coarray(round)
  end do
  if (me == 1) print '(a)', 'ok'
contains

  !> The array that resize, renew and take make of n.
  pure function made(n) result(x)
    integer, intent(in) :: n
    real :: x(n)
    integer :: i
    x = [(real(n + i), i = 1, n)]
  end function made

  subroutine check(condition, text)
    logical, intent(in) :: condition
    character(*), intent(in) :: text
    if (.not. condition) then
      print '(a, i0, 2a)', 'image ', me, ': wrong: ', text
      error stop 1
    end if
  end subroutine check

  !> The neighbour's component has n + its index values; each is read, one is written and restored.
  subroutine meet(n, text)
    integer, intent(in) :: n
    character(*), intent(in) :: text
    real, allocatable :: got(:)
    integer :: length
    length = n + next
    sync all
    allocate (got(length))
    got(:) = f[next]%a(1:length)
    call check(all(got == made(length)), text)
    sync all
    f[next]%a(length) = -real(me)
    sync all
    call check(f%a(n + me) == -real(merge(num_images(), me - 1, me == 1)), text//', written')
    call check(f[next]%a(length) == -real(me), text//', read again')
    sync all
    f%a(n + me) = real(2*(n + me))
    sync all
  end subroutine meet

  subroutine arrays_of_scalar()
    real, allocatable :: b(:)
    allocate (f[*])
    allocate (f%a(2 + me))
    f%a = made(2 + me)
    call meet(2, 'allocated')
    call renew(b, 7 + me)
    call move_alloc(b, f%a)
    call meet(7, 'moved to')
    call move_alloc(f%a, b)
    call check(all(b == made(7 + me)) .and. .not. allocated(f%a), 'moved from')
    b = [b, 1.0]
    deallocate (b)
    f%a = made(40 + me)
    call meet(40, 'assigned')
    f%a = made(400 + me)
    call meet(400, 'assigned, larger')
    f%a = made(3 + me)
    call meet(3, 'assigned, smaller')
    call resize(f%a, 30 + me)
    call meet(30, 'assigned as an argument, larger')
    call resize(f%a, 2 + me)
    call meet(2, 'assigned as an argument, smaller')
    call resize(f%a, 3000 + me)
    call meet(3000, 'assigned as an argument, much larger')
    call renew(f%a, 9 + me)
    call meet(9, 'intent(out)')
    call take(f%a, 11 + me)
    call meet(11, 'moved to an argument')
    call change_type(f, 12 + me)
    call meet(12, 'type')
    call change_class(f, 13 + me)
    call meet(13, 'class')
    call give(f, 14 + me)
    call meet(14, 'parent intent(out)')
    call clear(f%a)
    call check(.not. allocated(f%a), 'deallocated as an argument')
    allocate (f%a, source=made(5 + me))
    call meet(5, 'source=')
    deallocate (f%a)
    allocate (f%a(6 + me))
    f%a = made(6 + me)
    call meet(6, 'deallocated and allocated')
    call take(f%a, 20 + me)
    call meet(20, 'left to the coarray')
    deallocate (f)
  end subroutine arrays_of_scalar

  subroutine arrays_of_static()
    real, allocatable :: b(:, :)
    sync all
    if (allocated(st%grid)) deallocate (st%grid)
    allocate (b(0:me, 2), source=real(me))
    call move_alloc(b, st%grid)
    sync all
    call check(st[next]%grid(next, 2) == next, 'moved to a static one')
    sync all
    deallocate (st%grid)
    allocate (st%grid(2, me), source=2.0*me)
    sync all
    call check(st[next]%grid(2, next) == 2*next, 'allocated anew')
    sync all
    st[next]%grid(1, 1) = 3
    sync all
    call check(st%grid(1, 1) == 3, 'written')
    call move_alloc(st%grid, b)
    call check(all(shape(b) == [2, me]), 'moved from a static one')
    call renew(st%a, 4)
    sync all
    call check(st[next]%a(4) == 8, 'made by an argument')
    sync all
    st%a = made(5)
    sync all
    call check(st[next]%a(5) == 10, 'assigned')
    sync all
    deallocate (st%a)
  end subroutine arrays_of_static

  subroutine elements()
    integer :: i
    allocate (g(3)[*])
    do i = 1, 3
      call renew(g(i)%a, 10*i + me)
    end do
    sync all
    call check(g(2)[next]%a(20 + next) == 2*(20 + next), 'an element')
    sync all
    call take(g(2)%a, 5)
    call resize(g(1)%a, 100)
    call change_class(g(3), 8)
    sync all
    call check(g(2)[next]%a(5) == 10, 'an element moved to')
    call check(g(1)[next]%a(100) == 200, 'an element resized')
    call check(g(3)[next]%a(8) == 16, 'an element as class')
    call check(g(3)[next]%s == 8, 'a scalar of an element')
    sync all
    call give(g(1), 6)
    deallocate (g(3)%a)
    sync all
    call check(g(1)[next]%a(6) == 12, 'an element intent(out)')
    sync all
    deallocate (g)
  end subroutine elements

  subroutine nested()
    allocate (f[*])
    allocate (f%parts(2))
    call renew(f%parts(1)%w, 3)
    allocate (f%parts(2)%w(4), source=me + 0.5)
    f%parts(2)%n = me
    call renew(f%own%w, 5)
    sync all
    call check(f[next]%parts(1)%w(3) == 6, 'nested, of an argument')
    call check(f[next]%parts(2)%w(4) == next + 0.5, 'nested, allocated')
    call check(f[next]%parts(2)%n == next, 'nested scalar')
    call check(f[next]%own%w(5) == 10, 'of a structure')
    sync all
    call change_parts(f%parts, 7)
    call resize(f%own%w, 50)
    sync all
    call check(f[next]%parts(3)%w(7) == 14, 'parents moved to')
    call check(f[next]%own%w(50) == 100, 'of a structure, resized')
    sync all
    f[next]%parts(1)%w(1) = -me
    sync all
    call check(f%parts(1)%w(1) < 0, 'written to moved parents')
    deallocate (f%parts)
    allocate (f%parts(1))
    f%parts(1)%w = [1.0, 2.0]
    sync all
    call check(f[next]%parts(1)%w(2) == 2, 'parents allocated anew')
    sync all
    deallocate (f)
  end subroutine nested

  !> Numbers that look like parts of an array's descriptor: its version and rank are in one word,
  !> and each word may be its address.
  subroutine scalars_behind_numbers()
    integer(int64) :: rank
    do rank = 1, 15
      allocate (d[*])
      d%numbers = shiftl(rank, 32) + 7*mod(rank, 3_int64) + shiftl(mod(rank, 2_int64), 40)
      call renew_scalar(d%s, me)
      sync all
      call check(d[next]%s == next, 'a scalar behind numbers')
      sync all
      deallocate (d)
    end do
  end subroutine scalars_behind_numbers

  subroutine scalars()
    integer, allocatable :: z
    allocate (f[*])
    allocate (f%s, f%s2)
    f%s = me
    f%s2 = 2*me
    sync all
    call check(f[next]%s == next .and. f[next]%s2 == 2*next, 'scalars')
    sync all
    allocate (z, source=10*me)
    call move_alloc(z, f%s)
    call renew_scalar(f%s2, 20*me)
    sync all
    call check(f[next]%s == 10*next .and. f[next]%s2 == 20*next, 'scalars changed')
    sync all
    f[next]%s = -me
    sync all
    call check(f%s < 0, 'scalar written')
    call move_alloc(f%s, z)
    call check(z < 0 .and. .not. allocated(f%s), 'scalar moved from')
    deallocate (z)
    f%s = 5*me
    deallocate (f%s2)
    allocate (f%s2, source=6*me)
    sync all
    call check(f[next]%s == 5*next .and. f[next]%s2 == 6*next, 'scalars anew')
    sync all
    deallocate (f)
  end subroutine scalars

  subroutine whole()
    type(outer) :: v
    allocate (f[*])
    call renew(v%a, 5 + me)
    allocate (v%s, source=me)
    f = v
    call meet(5, 'assigned whole')
    call renew(v%a, 8 + me)
    f = v
    call meet(8, 'assigned whole again')
    call check(f[next]%s == next, 'a scalar assigned with the whole')
    sync all
    v = f
    call check(all(v%a == made(8 + me)) .and. v%s == me, 'assigned from')
    call take(f%a, 6 + me)
    f%s = 7
    call meet(6, 'moved to after an assignment')
    call check(all(v%a == made(8 + me)) .and. v%s == me, 'the copy is another')
    sync all
    deallocate (f)
  end subroutine whole

  subroutine others()
    real, pointer :: p(:)
    allocate (f[*])
    call renew(f%a, 3)
    allocate (f%b(1000), source=2.0)
    call swap(f%a, f%b)
    sync all
    call check(f[next]%a(1000) == 2 .and. f[next]%b(3) == 6, 'exchanged')
    sync all
    deallocate (f)
    allocate (l[*])
    l%text = 'short'
    call lengthen(l%text)
    l%text = l%text//'.'
    call check(l%text == 'short and a text that is much longer.', 'text')
    allocate (l%p(3), source=1.0*me)
    allocate (l%q, source=me)
    sync all
    call check(l[next]%p(3) == next .and. l[next]%q == next, 'pointers')
    sync all
    p => l%p
    deallocate (p)
    allocate (p(2*me), source=2.0*me)
    l%p => p
    sync all
    call check(l[next]%p(2*next) == 2*next, 'pointer to another target')
    sync all
    deallocate (l%p)
    deallocate (l%q)
    deallocate (l)
  end subroutine others

  subroutine polymorphic()
    class(inner), allocatable :: v
    if (.not. allocated(h)) allocate (h[*])
    allocate (v)
    call renew(v%w, 4)
    call move_alloc(v, h%any)
    call check(all(h%any%w == made(4)), 'polymorphic, moved to')
    h%any%w = made(50)
    call resize(h%any%w, 5)
    call check(all(h%any%w == made(5)), 'polymorphic, resized')
    call move_alloc(h%any, v)
    call check(all(v%w == made(5)), 'polymorphic, moved from')
    deallocate (v%w)
    deallocate (v)
  end subroutine polymorphic

  !> An array whose scope ends.
  subroutine local_coarray(n)
    integer, intent(in) :: n
    type(outer), allocatable :: c(:)[:]
    integer :: i
    allocate (c(n)[*])
    do i = 1, n
      allocate (c(i)%a(n), source=1.0*me)
    end do
    call take(c(n)%a, n)
    sync all
    call check(c(n)[next]%a(n) == 2*n, 'of a local coarray')
    sync all
  end subroutine local_coarray
end program passed_components
