! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Assignments between kinds and types, in both directions and from image to image.
program kinds
  use, intrinsic :: iso_fortran_env, only: int8, int16, int32, int64, real32, real64, real128
  implicit none (type, external)
  integer, parameter :: int128 = selected_int_kind(38), real80 = selected_real_kind(18)
  integer(int8), save :: i1(6)[*]
  integer(int16), save :: i2(6)[*]
  integer(int32), save :: i4(6)[*]
  integer(int64), save :: i8(6)[*]
  integer(int128), save :: i16(6)[*]
  real(real32), save :: r4(6)[*]
  real(real64), save :: r8(6)[*]
  real(real80), save :: r10(6)[*]
  real(real128), save :: r16(6)[*]
  complex(real32), save :: c4(6)[*]
  complex(real64), save :: c8(6)[*]
  complex(real128), save :: c16(6)[*]
  logical(int8), save :: l1(6)[*]
  logical, save :: l4(6)[*]
  real(real64), save :: long(5000)[*]
  integer :: plain(6), k, next, me
  integer(int64) :: plain8(6)
  real(real32) :: short(5000)
  real(real64) :: real_plain(6)
  complex(real64) :: complex_plain(6)
  logical :: truth(6)

  me = this_image()
  next = mod(me, num_images()) + 1
  plain = [(10*k - 30, k = 1, 6)]
  plain8 = plain
  real_plain = plain + 0.75_real64
  complex_plain = cmplx(plain, -plain, real64)
  truth = [(mod(k, 2) == 0, k = 1, 6)]

  i1(:)[next] = plain
  i2(:)[next] = plain8
  i4(:)[next] = plain8
  i8(:)[next] = plain
  i16(:)[next] = plain
  r4(:)[next] = real_plain
  r8(:)[next] = plain
  r10(:)[next] = plain8
  r16(:)[next] = real_plain
  c4(:)[next] = complex_plain
  c8(:)[next] = plain
  c16(:)[next] = complex_plain
  l1(:)[next] = truth
  l4(:)[next] = truth
  sync all
  call check(all(i1 == plain), 'put into integer(1)')
  call check(all(i2 == plain), 'put into integer(2)')
  call check(all(i4 == plain), 'put into integer(4)')
  call check(all(i8 == plain), 'put into integer(8)')
  call check(all(i16 == plain), 'put into integer(16)')
  call check(all(r4 == plain + 0.75), 'put into real(4)')
  call check(all(r8 == plain), 'put into real(8)')
  call check(all(r10 == plain), 'put into real(10)')
  call check(all(r16 == plain + 0.75_real128), 'put into real(16)')
  call check(all(c4 == cmplx(plain, -plain)), 'put into complex(4)')
  call check(all(c8 == cmplx(plain, 0, real64)), 'put of integer into complex(8)')
  call check(all(c16 == cmplx(plain, -plain, real128)), 'put into complex(16)')
  call check(all(l1 .eqv. truth), 'put into logical(1)')

  plain = 0
  plain = i1(:)[next]
  call check(all(plain == plain8), 'get from integer(1)')
  plain = i2(6:1:-1)[next]
  call check(all(plain == plain8(6:1:-1)), 'get from integer(2)')
  plain = i16(:)[next]
  call check(all(plain == plain8), 'get from integer(16)')
  plain = r4(:)[next]
  call check(all(plain == int(real_plain)), 'get of real(4) into integer')
  plain = r16(:)[next]
  call check(all(plain == int(real_plain)), 'get of real(16) into integer')
  real_plain = r10(:)[next]
  call check(all(real_plain == plain8), 'get from real(10)')
  real_plain = c4(:)[next]
  call check(all(real_plain == plain8), 'get of complex(4) into real')
  complex_plain = c16(:)[next]
  call check(all(complex_plain == cmplx(plain8, -plain8, real64)), 'get from complex(16)')
  complex_plain = i8(:)[next]
  call check(all(complex_plain == cmplx(plain8, 0, real64)), 'get of integer into complex')
  truth = .false.
  truth = l1(:)[next]
  call check(all(truth .eqv. l4), 'get from logical(1)')
  sync all

  r16(2:4)[next] = i1(2:4)[me]
  i8(1:5:2)[next] = r4(6:2:-2)[me]
  i4(3)[next] = 7.9_real64
  c16(1)[next] = 3_int8
  sync all
  call check(all(r16(2:4) == plain8(2:4)), 'transfer of integer(1) into real(16)')
  call check(all(i8(1:5:2) == int(plain8(6:2:-2) + 0.75)), 'transfer of real(4) into integer(8)')
  call check(i4(3) == 7, 'put of a real constant into integer')
  call check(c16(1) == (3, 0), 'put of a constant into complex(16)')

  short = [(real(k), k = 1, 5000)]
  sync all
  long(:)[next] = short
  sync all
  call check(all(long == [(real(k, real64), k = 1, 5000)]), 'put of many elements')
  short = 0
  short(1:4999:2) = long(5000:2:-2)[next]
  call check(all(short(1:4999:2) == [(real(k), k = 5000, 2, -2)]), 'get of many elements')
  call check(all(short(2:5000:2) == 0), 'get leaves gaps alone')

contains

  subroutine check(is_right, what)
    logical, intent(in) :: is_right
    character(*), intent(in) :: what
    if (.not. is_right) error stop what
  end subroutine check

end program kinds
