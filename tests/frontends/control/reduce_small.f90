! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Functions of small structures return them in registers that depend on the components: the result is right, or
! the statement fails on all images alike; it is never wrong. A larger type always works.
program reduce_small
  implicit none (type)
  integer, parameter :: wide = selected_real_kind(18) ! of 10 bytes on x86, of 16 on ARM64
  type :: located
    real(8) :: x
    integer(8) :: at
  end type
  type :: counted
    integer(8) :: many
    real(8) :: x
  end type
  type :: packed
    integer :: many
    real(4) :: x
  end type
  type :: extended
    real(wide) :: x
  end type
  type :: quadruple
    real(16) :: x
  end type
  type :: padded
    real(8) :: x
    integer(8) :: at
    integer(8) :: pad
  end type
  type :: two ! of one floating type: on ARM64 such components have a register each
    real(8) :: x, y
  end type
  type :: four_singles
    real(4) :: x(4)
  end type
  type :: two_singles
    real(4) :: x, y
  end type
  type :: three
    real(8) :: x(3)
  end type
  type :: four_wide
    real(16) :: x(4)
  end type
  type(located) :: a
  type(counted) :: b
  type(packed) :: c
  type(extended) :: d
  type(quadruple) :: e
  type(padded) :: f
  type(two) :: g
  type(four_singles) :: h
  type(two_singles) :: i
  type(three) :: j
  type(four_wide) :: k
  integer :: n, total, st
  n = num_images()
  total = n * (n + 1) / 2
  a = located(this_image(), 2 * this_image())
  call co_reduce(a, add_located, stat=st)
  call check(a%x == total .and. a%at == 2 * total, 'real, integer')
  b = counted(this_image(), 2 * this_image())
  call co_reduce(b, add_counted, stat=st)
  call check(b%many == total .and. b%x == 2 * total, 'integer, real')
  c = packed(this_image(), 2 * this_image())
  call co_reduce(c, add_packed, stat=st)
  call check(c%many == total .and. c%x == 2 * total, 'integer and real in 8 bytes')
  d = extended(this_image())
  call co_reduce(d, add_extended, stat=st)
  call check(d%x == total, 'wide real')
  if (wide == 10 .and. st /= 0) error stop 'a real(10) comes in a register of its own'
  e = quadruple(this_image())
  call co_reduce(e, add_quadruple, stat=st)
  call check(e%x == total, 'real(16)')
  f = padded(this_image(), 2 * this_image(), 0)
  call co_reduce(f, add_padded)
  st = 0
  call check(f%x == total .and. f%at == 2 * total, 'a padded type')
  g = two(this_image(), -this_image())
  call co_reduce(g, add_two, stat=st)
  call check(g%x == total .and. g%y == -total, 'two reals')
  h = four_singles(this_image() * [1, -2, 3, 0])
  call co_reduce(h, add_four_singles, stat=st)
  call check(all(h%x == total * [1, -2, 3, 0]), 'four short reals')
  i = two_singles(this_image(), 2 * this_image())
  call co_reduce(i, add_two_singles, stat=st)
  call check(i%x == total .and. i%y == 2 * total, 'two short reals')
  j = three(this_image() * [1, -2, 3])
  call co_reduce(j, add_three, stat=st)
  call check(all(j%x == total * [1, -2, 3]), 'three reals')
  k = four_wide(this_image() * [1, -2, 3, 4])
  call co_reduce(k, add_four_wide, stat=st)
  call check(all(k%x == total * [1, -2, 3, 4]), 'four reals of 16 bytes')
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    integer :: least, most
    least = st
    most = st
    call co_min(least)
    call co_max(most)
    if (least /= most) error stop 'the images disagree on the status'
    if (st /= 0 .or. ok) return
    print *, 'wrong: ', what
    error stop 'reduce_small'
  end subroutine
  pure function add_located(x, y) result(z)
    type(located), intent(in) :: x, y
    type(located) :: z
    z = located(x%x + y%x, x%at + y%at)
  end function
  pure function add_counted(x, y) result(z)
    type(counted), intent(in) :: x, y
    type(counted) :: z
    z = counted(x%many + y%many, x%x + y%x)
  end function
  pure function add_packed(x, y) result(z)
    type(packed), intent(in) :: x, y
    type(packed) :: z
    z = packed(x%many + y%many, x%x + y%x)
  end function
  pure function add_extended(x, y) result(z)
    type(extended), intent(in) :: x, y
    type(extended) :: z
    z = extended(x%x + y%x)
  end function
  pure function add_quadruple(x, y) result(z)
    type(quadruple), intent(in) :: x, y
    type(quadruple) :: z
    z = quadruple(x%x + y%x)
  end function
  pure function add_padded(x, y) result(z)
    type(padded), intent(in) :: x, y
    type(padded) :: z
    z = padded(x%x + y%x, x%at + y%at, 0)
  end function
  pure function add_two(x, y) result(z)
    type(two), intent(in) :: x, y
    type(two) :: z
    z = two(x%x + y%x, x%y + y%y)
  end function
  pure function add_four_singles(x, y) result(z)
    type(four_singles), intent(in) :: x, y
    type(four_singles) :: z
    z = four_singles(x%x + y%x)
  end function
  pure function add_two_singles(x, y) result(z)
    type(two_singles), intent(in) :: x, y
    type(two_singles) :: z
    z = two_singles(x%x + y%x, x%y + y%y)
  end function
  pure function add_three(x, y) result(z)
    type(three), intent(in) :: x, y
    type(three) :: z
    z = three(x%x + y%x)
  end function
  pure function add_four_wide(x, y) result(z)
    type(four_wide), intent(in) :: x, y
    type(four_wide) :: z
    z = four_wide(x%x + y%x)
  end function
end program
