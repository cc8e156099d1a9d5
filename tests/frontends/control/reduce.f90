! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! co_reduce with functions of every kind of element and convention.
program reduce
  implicit none (type)
  integer, parameter :: wide = selected_real_kind(18) ! of 10 bytes on x86, of 16 on ARM64
  type :: small
    integer :: a
    integer :: b
  end type
  type :: pair
    real(8) :: x
    real(8) :: y
  end type
  type :: big
    integer :: v(20)
  end type
  integer :: me, n, i
  integer(1) :: i1; integer(2) :: i2; integer(4) :: i4, product; integer(8) :: i8
  real(4) :: r4; real(8) :: r8; real(wide) :: r10; real(16) :: r16
  complex(4) :: c4; complex(8) :: c8; complex(16) :: c16
  logical :: flag
  character(6) :: word
  type(small) :: s
  type(pair) :: p
  type(big) :: b
  integer :: list(2000)
  me = this_image()
  n = num_images()
  product = 1
  do i = 1, n
    product = product * i
  end do
  i1 = int(me, 1); call co_reduce(i1, max1); call check(i1 == n, 'integer(1)')
  i2 = int(me, 2); call co_reduce(i2, max2); call check(i2 == n, 'integer(2)')
  i4 = me; call co_reduce(i4, times4); call check(i4 == product, 'integer(4)')
  i4 = me; call co_reduce(i4, times_by_value); call check(i4 == product, 'integer(4) by value')
  i8 = me; call co_reduce(i8, times8); call check(i8 == product, 'integer(8)')
  r4 = me; call co_reduce(r4, plus4); call check(r4 == n * (n + 1) / 2, 'real(4)')
  r8 = me; call co_reduce(r8, plus8); call check(r8 == n * (n + 1) / 2, 'real(8)')
  r10 = me; call co_reduce(r10, plus10); call check(r10 == n * (n + 1) / 2, 'wide real')
  r16 = me / 7.0_16; call co_reduce(r16, max16); call check(r16 == n / 7.0_16, 'real(16)')
  c4 = me; call co_reduce(c4, plusc4); call check(c4 == n * (n + 1) / 2, 'complex(4)')
  c8 = cmplx(me, 1, 8); call co_reduce(c8, plusc8); call check(c8 == cmplx(n * (n + 1) / 2, n, 8), 'complex(8)')
  c16 = cmplx(me, 1, 16) / 2; call co_reduce(c16, plusc16)
  call check(c16 == cmplx(n * (n + 1) / 2, n, 16) / 2, 'complex(16)')
  flag = me /= n; call co_reduce(flag, both); call check(.not. flag, 'logical')
  word = 'w' // achar(iachar('0') + me); call co_reduce(word, later); call check(word == 'w' // achar(iachar('0') + n), 'character')
  s = small(me, -me); call co_reduce(s, add_small)
  call check(s%a == n * (n + 1) / 2 .and. s%b == -s%a, 'two integers in a type')
  p = pair(me, -me); call co_reduce(p, add_pair)
  call check(p%x == n * (n + 1) / 2 .and. p%y == -p%x, 'two reals in a type')
  b%v = me; call co_reduce(b, add_big); call check(all(b%v == n * (n + 1) / 2), 'a large type')
  list = [(i * me, i = 1, size(list))]
  call co_reduce(list, times_or_max)
  call check(all(list == [(i * n, i = 1, size(list))]), 'a long array')
  i4 = me; call co_reduce(i4, times4, result_image=1)
  call check(i4 == merge(product, me, me == 1), 'result on one image, and no change on others')
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, 'image', me, 'of', n, ': wrong: ', what
    error stop 'reduce'
  end subroutine
  pure function max1(x, y) result(z); integer(1), intent(in) :: x, y; integer(1) :: z; z = max(x, y); end function
  pure function max2(x, y) result(z); integer(2), intent(in) :: x, y; integer(2) :: z; z = max(x, y); end function
  pure function times4(x, y) result(z); integer, intent(in) :: x, y; integer :: z; z = x * y; end function
  pure function times_or_max(x, y) result(z); integer, intent(in) :: x, y; integer :: z; z = max(x, y); end function
  pure function times_by_value(x, y) result(z); integer, value :: x, y; integer :: z; z = x * y; end function
  pure function times8(x, y) result(z); integer(8), intent(in) :: x, y; integer(8) :: z; z = x * y; end function
  pure function plus4(x, y) result(z); real(4), intent(in) :: x, y; real(4) :: z; z = x + y; end function
  pure function plus8(x, y) result(z); real(8), intent(in) :: x, y; real(8) :: z; z = x + y; end function
  pure function plus10(x, y) result(z); real(wide), intent(in) :: x, y; real(wide) :: z; z = x + y; end function
  pure function max16(x, y) result(z); real(16), intent(in) :: x, y; real(16) :: z; z = max(x, y); end function
  pure function plusc4(x, y) result(z); complex(4), intent(in) :: x, y; complex(4) :: z; z = x + y; end function
  pure function plusc8(x, y) result(z); complex(8), intent(in) :: x, y; complex(8) :: z; z = x + y; end function
  pure function plusc16(x, y) result(z); complex(16), intent(in) :: x, y; complex(16) :: z; z = x + y; end function
  pure function both(x, y) result(z); logical, intent(in) :: x, y; logical :: z; z = x .and. y; end function
  pure function later(x, y) result(z); character(6), intent(in) :: x, y; character(6) :: z; z = max(x, y); end function
  pure function add_small(x, y) result(z)
    type(small), intent(in) :: x, y
    type(small) :: z
    z = small(x%a + y%a, x%b + y%b)
  end function
  pure function add_pair(x, y) result(z)
    type(pair), intent(in) :: x, y
    type(pair) :: z
    z = pair(x%x + y%x, x%y + y%y)
  end function
  pure function add_big(x, y) result(z)
    type(big), intent(in) :: x, y
    type(big) :: z
    z%v = x%v + y%v
  end function
end program
