! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Traps for compilers that do not know of other images: each case leaves a value where a compiler would like to keep
! it in a register, has another image change it, and reads it. Every kind of coarray is in each trap. The test's
! watchdog ends a loop whose value never comes.
module kinds
  implicit none
  type box
    integer :: inner(3) = 0
  end type box
  type keeper
    integer, allocatable :: part(:)[:]
  end type keeper
  integer, save :: in_module(4)[*]
  integer, allocatable :: of_module(:)[:]
  type(box), save :: object[*]
  type(keeper) :: holder
contains
  subroutine by_module(right, left, me, faults)
    integer, intent(in) :: right, left, me
    integer, intent(inout) :: faults
    integer :: before
    in_module = -me
    of_module = -me
    object%inner = -me
    before = in_module(2) + of_module(3) + object%inner(1)
    sync all
    in_module(2)[right] = me
    of_module(3)[right] = me
    object[right]%inner(1) = me
    sync all
    if (in_module(2) /= left .or. of_module(3) /= left .or. object%inner(1) /= left) faults = faults + 1
    if (before /= -3*me .or. in_module(1) /= -me) faults = faults + 1
  end subroutine by_module
end module kinds

program aliasing
  use, intrinsic :: iso_fortran_env, only: event_type, atomic_int_kind
  use kinds
  implicit none
  integer, save :: in_main(4)[*], scalar[*]
  integer, allocatable :: of_main(:)[:], one[:]
  type(event_type), save :: turn[*]
  integer :: me, right, left, faults
  me = this_image()
  right = merge(1, me + 1, me == num_images())
  left = merge(num_images(), me - 1, me == 1)
  faults = 0
  allocate (of_main(4)[*])
  allocate (one[*])
  allocate (of_module(4)[*])
  allocate (holder%part(4)[*])
  call by_main()
  call by_module(right, left, me, faults)
  call by_locals()
  call by_dummies(in_main, of_main, of_module, scalar, holder%part)
  call by_components()
  call in_loops()
  call spins(4)
  call after_events()
  call buffers()
  call results()
  call optional_one()
  call optional_one(in_main)
  call co_sum(faults)
  if (me == 1) print '(a, i0)', 'faults: ', faults
contains

  subroutine expect(is, wanted, what)
    integer, intent(in) :: is, wanted
    character(len=*), intent(in) :: what
    if (is == wanted) return
    faults = faults + 1
    print '(a, i0, 3a, i0, a, i0)', 'image ', me, ': ', what, ': ', is, ' instead of ', wanted
  end subroutine expect

  subroutine by_main()
    integer :: i
    do i = 1, 3
      in_main = 0
      of_main = 0
      scalar = 0
      one = 0
      sync all
      in_main(2)[right] = i*me
      of_main(2)[right] = i*me
      scalar[right] = i*me
      one[right] = i*me
      sync all
      call expect(in_main(2), i*left, 'static of the main program')
      call expect(of_main(2), i*left, 'allocatable of the main program')
      call expect(scalar, i*left, 'scalar')
      call expect(one, i*left, 'allocatable scalar')
      sync all
    end do
  end subroutine by_main

  ! The worst: nobody but this procedure has ever seen `x`.
  subroutine by_locals()
    integer, allocatable :: x(:)[:], y[:]
    integer, save :: s(3)[*]
    integer :: i, sum
    allocate (x(3)[*])
    allocate (y[*])
    x = 7
    y = 7
    s = 7
    sync all
    x(1)[right] = me
    y[right] = me
    s(3)[right] = me
    sync all
    call expect(x(1), left, 'local allocatable')
    call expect(x(2), 7, 'its neighbour')
    call expect(y, left, 'local allocatable scalar')
    call expect(s(3), left, 'local static')
    sum = 0
    do i = 1, 5
      x(1) = 0
      sync all
      x(1)[right] = me + i
      sync all
      sum = sum + x(1)
      sync all
    end do
    call expect(sum, 5*left + 15, 'local allocatable in a loop')
    block
      integer, allocatable :: z(:)[:]
      allocate (z(2)[*])
      z = 1
      sync all
      z(2)[right] = 10 + me
      sync all
      call expect(z(2), 10 + left, 'allocatable of a block')
      sync all
      deallocate (z)
    end block
  end subroutine by_locals

  subroutine by_dummies(a, b, c, d, e)
    integer, intent(inout) :: a(4)[*], d[*]
    integer, allocatable, intent(inout) :: b(:)[:]
    integer, intent(inout) :: c(:)[*], e(*)[*]
    integer :: before
    a = 5
    b = 5
    c = 5
    d = 5
    e(1:4) = 5
    before = a(1) + b(1) + c(1) + d + e(1)
    sync all
    a(1)[right] = me
    b(1)[right] = me
    c(1)[right] = me
    d[right] = me
    e(1)[right] = me
    sync all
    call expect(a(1) + b(1) + c(1) + d + e(1), 5*left, 'dummies')
    call expect(before + a(2) + b(2) + c(2) + e(2), 45, 'what nobody touched')
    sync all
  end subroutine by_dummies

  subroutine by_components()
    object%inner = 3
    holder%part = 3
    sync all
    object[right]%inner(2) = me
    holder%part(2)[right] = me
    sync all
    call expect(object%inner(2), left, 'component')
    call expect(holder%part(2), left, 'coarray component')
    sync all
  end subroutine by_components

  subroutine in_loops()
    integer, allocatable :: x(:)[:]
    integer :: i, total
    allocate (x(64)[*])
    x = 0
    sync all
    total = 0
    do i = 1, 64
      x(i)[right] = i
      sync all
      total = total + x(i) ! hoisted or vectorised, it would be read too early
      sync all
    end do
    call expect(total, 64*65/2, 'a loop with a put in each turn')
  end subroutine in_loops

  subroutine spins(n)
    integer, intent(in) :: n
    integer, allocatable :: flag(:)[:]
    integer(atomic_int_kind), allocatable :: guard[:]
    integer(atomic_int_kind) :: value
    allocate (flag(n)[*])
    allocate (guard[*])
    flag = 0
    guard = 0
    sync all
    flag(n)[right] = me
    sync memory
    call atomic_define(guard[right], 1_atomic_int_kind)
    do
      call atomic_ref(value, guard)
      if (value == 1) exit
    end do
    sync memory
    call expect(flag(n), left, 'after a loop on an atomic variable')
    flag(1) = 0
    sync all
    flag(1)[right] = me
    do
      sync memory
      if (flag(1) /= 0) exit
    end do
    call expect(flag(1), left, 'a loop on a plain one')
    sync all
  end subroutine spins

  subroutine after_events()
    integer, allocatable :: x(:)[:]
    allocate (x(2)[*])
    x = 0
    sync all
    x(1)[right] = me
    event post (turn[right])
    event wait (turn)
    call expect(x(1), left, 'after an event')
    sync all
    x = 0
    sync all
    critical
      x(2)[1] = x(2)[1] + 1
    end critical
    sync all
    call expect(merge(x(2), num_images(), me == 1), num_images(), 'after critical constructs')
    sync all
  end subroutine after_events

  ! The other way round: what this image has written is there when a put reads it, and what a get brings is what is read.
  subroutine buffers()
    integer, allocatable :: x(:)[:]
    integer :: b(6), c(6), i
    allocate (x(6)[*])
    x = -1
    sync all
    do i = 1, 6
      b(i) = 10*me + i
    end do
    x(2:5)[right] = b(2:5)
    b = 0
    sync all
    c = 0
    c(2:5) = x(2:5)
    call expect(sum(c), 4*10*left + 14, 'what a put has read')
    sync all
    c = 9
    c(3:4) = x(3:4)[right]
    call expect(c(3) + c(4) + c(2), 2*10*me + 7 + 9, 'what a get has brought')
    b(1) = 1
    b(1) = x(2)[right]
    call expect(b(1), 10*me + 2, 'an element that a get has brought')
    sync all
  end subroutine buffers

  subroutine results()
    integer, allocatable :: x(:)[:]
    integer :: i, value
    allocate (x(1)[*])
    value = 0
    do i = 1, 4
      x(1) = i*me
      sync all
      value = value + x(1)[right]
      sync all
    end do
    call expect(value, 10*right, 'values in an expression')
  end subroutine results

  subroutine optional_one(a)
    integer, intent(inout), optional :: a(4)[*]
    if (.not. present(a)) return
    a = 0
    sync all
    a(4)[right] = me
    sync all
    call expect(a(4), left, 'optional dummy')
    sync all
  end subroutine optional_one
end program aliasing
