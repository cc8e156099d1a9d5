! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Sums, minima, maxima and broadcasts of every intrinsic type and kind, scalars, arrays, strided sections, short and long.
program collectives
  implicit none (type)
  integer, parameter :: wide = selected_real_kind(18) ! of 10 bytes on x86, of 16 on ARM64
  integer :: me, n, i
  me = this_image()
  n = num_images()
  call integers()
  call reals()
  call complexes()
  call characters()
  call sections()
  call long_arrays()
  call results_on_one_image()
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (.not. ok) then
      print *, 'image', me, 'of', n, ': wrong: ', what
      error stop 'collectives'
    end if
  end subroutine
  subroutine integers()
    integer(1) :: a; integer(2) :: b; integer(4) :: c; integer(8) :: d; integer(16) :: e
    a = int(me, 1); b = int(me, 2); c = me; d = me; e = me
    call co_sum(a); call co_sum(b); call co_sum(c); call co_sum(d); call co_sum(e)
    call check(a == n * (n + 1) / 2 .and. b == a .and. c == a .and. d == a .and. e == a, 'integer sums')
    a = int(-me, 1); b = int(-me, 2); c = -me; d = -me; e = -me
    call co_min(a); call co_min(b); call co_min(c); call co_min(d); call co_min(e)
    call check(a == -n .and. b == -n .and. c == -n .and. d == -n .and. e == -n, 'integer minima')
    a = int(-me, 1); b = int(-me, 2); c = -me; d = -me; e = -me
    call co_max(a); call co_max(b); call co_max(c); call co_max(d); call co_max(e)
    call check(a == -1 .and. b == -1 .and. c == -1 .and. d == -1 .and. e == -1, 'integer maxima')
    e = 0
    if (me == n) e = 7_16**20
    call co_broadcast(e, n)
    call check(e == 7_16**20, 'integer(16) broadcast')
  end subroutine
  subroutine reals()
    real(4) :: a; real(8) :: b; real(wide) :: c; real(16) :: d
    a = me; b = me; c = me + 2.0_wide**(-60); d = me + 2.0_16**(-100)
    call co_sum(a); call co_sum(b); call co_sum(c); call co_sum(d)
    call check(a == n * (n + 1) / 2.0 .and. b == a, 'real sums')
    call check(c == n * (n + 1) / 2.0_wide + n * 2.0_wide**(-60), 'wide real sum')
    call check(d == n * (n + 1) / 2.0_16 + n * 2.0_16**(-100), 'real(16) sum')
    a = -me; b = -me; c = -me; d = -me
    call co_min(a); call co_min(b); call co_min(c); call co_min(d)
    call check(a == -n .and. b == -n .and. c == -n .and. d == -n, 'real minima')
    a = me; b = me; c = me / 3.0_wide; d = me / 3.0_16
    call co_max(a); call co_max(b); call co_max(c); call co_max(d)
    call check(a == n .and. b == n .and. c == n / 3.0_wide .and. d == n / 3.0_16, 'real maxima')
  end subroutine
  subroutine complexes()
    complex(4) :: a; complex(8) :: b; complex(wide) :: c; complex(16) :: d
    a = cmplx(me, -me); b = cmplx(me, -me, 8); c = cmplx(me, -me, wide); d = cmplx(me, -me, 16) / 3
    call co_sum(a); call co_sum(b); call co_sum(c); call co_sum(d)
    call check(a == cmplx(n * (n + 1) / 2, -n * (n + 1) / 2), 'complex(4) sum')
    call check(b == cmplx(n * (n + 1) / 2, -n * (n + 1) / 2, 8), 'complex(8) sum')
    call check(c == cmplx(n * (n + 1) / 2, -n * (n + 1) / 2, wide), 'wide complex sum')
    call check(abs(d - cmplx(n * (n + 1) / 2, -n * (n + 1) / 2, 16) / 3) < 1e-30_16, 'complex(16) sum')
    c = 0
    if (me == 1) c = (1.5_wide, 2.5_wide)
    call co_broadcast(c, 1)
    call check(c == (1.5_wide, 2.5_wide), 'wide complex broadcast')
  end subroutine
  subroutine characters()
    character(5) :: a
    character(3, kind=4) :: b
    character(1) :: letter(3)
    a = 'abc' // achar(iachar('a') + me)
    call co_max(a)
    call check(a == 'abc' // achar(iachar('a') + n), 'character maximum')
    a = 'abc' // achar(iachar('a') + me)
    call co_min(a)
    call check(a == 'abcb', 'character minimum')
    b = 4_'xy' // char(1000 + me, 4)
    call co_max(b)
    call check(b == 4_'xy' // char(1000 + n, 4), 'wide character maximum')
    letter = achar(iachar('a') + me)
    call co_broadcast(letter, n)
    call check(all(letter == achar(iachar('a') + n)), 'character broadcast')
  end subroutine
  subroutine sections()
    integer :: x(10, 6)
    x = me
    x(1:10:3, 6:1:-2) = 10 * me
    call co_sum(x(1:10:3, 6:1:-2))
    call check(all(x(1:10:3, 6:1:-2) == 5 * n * (n + 1)), 'strided sum')
    x(1:10:3, 6:1:-2) = me
    call check(all(x == me), 'what a strided sum must not touch')
    call co_broadcast(x(2:9, 3), n)
    call check(all(x(2:9, 3) == n) .and. x(1, 3) == me .and. x(10, 3) == me, 'section broadcast')
  end subroutine
  subroutine long_arrays()
    real(8), allocatable :: x(:)
    integer(2), allocatable :: y(:, :)
    allocate(x(100003), y(333, 777))
    x = [(real(i + me, 8), i = 1, size(x))]
    call co_sum(x)
    call check(all(x == [(real(i, 8) * n + n * (n + 1) / 2, i = 1, size(x))]), 'long sum')
    y = int(me, 2)
    call co_max(y)
    call check(all(y == n), 'long maximum')
    x = me
    call co_broadcast(x, (n + 1) / 2)
    call check(all(x == (n + 1) / 2), 'long broadcast')
    deallocate(x)
    allocate(x(0))
    call co_sum(x)
    call co_broadcast(x, 1)
  end subroutine
  subroutine results_on_one_image()
    integer :: x, st, y(7), z(3000), before(7)
    character(5) :: word
    character(:), allocatable :: text ! gfortran passes errmsg= of constant length by value
    x = me
    call co_sum(x, result_image=n)
    call check(x == merge(n * (n + 1) / 2, me, me == n), 'sum on one image, and no change on others')
    x = me
    call co_min(x, result_image=1)
    call check(x == me, 'minimum on image 1, and no change on others')
    y = [(10 * me + i, i=1, 7)]
    before = y
    call co_max(y(1:7:3), result_image=1)
    if (me == 1) before(1:7:3) = [(10 * n + i, i=1, 7, 3)]
    call check(all(y == before), 'maximum of a section on image 1, and no change on others')
    z = me
    call co_max(z, result_image=1)
    call check(all(z == merge(n, me, me == 1)), 'maximum of a long array on image 1, and no change on others')
    word = achar(iachar('a') + me)
    call co_min(word, result_image=n)
    call check(word == achar(iachar('a') + merge(1, me, me == n)), 'the first word on one image, and no change on others')
    x = me
    st = -1
    allocate(character(80) :: text)
    text(:) = 'unchanged'
    call co_max(x, stat=st, errmsg=text)
    call check(x == n .and. st == 0 .and. text == 'unchanged', 'stat of a good collective')
    call co_sum(x, result_image=n + 1, stat=st, errmsg=text)
    call check(st /= 0 .and. index(text, 'no image') > 0, 'stat of a wrong result_image')
  end subroutine
end program
