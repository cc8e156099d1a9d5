! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Scalars of every type and kind: put to the next image, get from it, and both in one statement.
program scalars
  use, intrinsic :: iso_fortran_env, only: int8, int16, int32, int64, real32, real64, real128
  implicit none (type, external)
  integer, parameter :: int128 = selected_int_kind(38), real80 = selected_real_kind(18)
  integer(int8), save :: i1[*]
  integer(int16), save :: i2[*]
  integer(int32), save :: i4[*]
  integer(int64), save :: i8[*]
  integer(int128), save :: i16[*]
  real(real32), save :: r4[*]
  real(real64), save :: r8[*]
  real(real80), save :: r10[*]
  real(real128), save :: r16[*]
  complex(real32), save :: c4[*]
  complex(real64), save :: c8[*], c8_list(3)[*]
  complex(real80), save :: c10[*]
  complex(real128), save :: c16[*]
  logical(int8), save :: l1[*]
  logical, save :: l4[*]
  logical(int64), save :: l8[*]
  character(7), save :: text[*]
  integer, allocatable :: heap[:]
  complex(real64), allocatable :: heap_complex[:]
  integer :: me, next, previous
  character(7) :: word

  me = this_image()
  next = mod(me, num_images()) + 1
  previous = mod(me + num_images() - 2, num_images()) + 1
  allocate (heap[*], heap_complex[*])

  i1[next] = int(me, int8)
  i2[next] = int(1000 + me, int16)
  i4[next] = 100000 + me
  i8[next] = 10000000000_int64 + me
  i16[next] = 100000000000000000000_int128 + me
  r4[next] = me + 0.5_real32
  r8[next] = me + 0.25_real64
  r10[next] = me + 0.125_real80
  r16[next] = me + 0.0625_real128
  c4[next] = cmplx(me, -me, real32)
  c8[next] = cmplx(me, 2*me, real64)
  c8_list(2)[next] = cmplx(me, 4*me, real64)
  c10[next] = cmplx(me, 3*me, real80)
  c16[next] = cmplx(me, -3*me, real128)
  l1[next] = mod(me, 2) == 0
  l4[next] = mod(me, 2) == 1
  l8[next] = mod(me, 2) == 0
  word = 'image ' // achar(48 + me)
  text[next] = word
  heap[next] = -me
  heap_complex[next] = cmplx(-me, me, real64)
  sync all

  call check(i1 == previous, 'put integer(1)')
  call check(i2 == 1000 + previous, 'put integer(2)')
  call check(i4 == 100000 + previous, 'put integer(4)')
  call check(i8 == 10000000000_int64 + previous, 'put integer(8)')
  call check(i16 == 100000000000000000000_int128 + previous, 'put integer(16)')
  call check(r4 == previous + 0.5_real32, 'put real(4)')
  call check(r8 == previous + 0.25_real64, 'put real(8)')
  call check(r10 == previous + 0.125_real80, 'put real(10)')
  call check(r16 == previous + 0.0625_real128, 'put real(16)')
  call check(c4 == cmplx(previous, -previous, real32), 'put complex(4)')
  call check(c8 == cmplx(previous, 2*previous, real64), 'put complex(8)')
  call check(c8_list(2) == cmplx(previous, 4*previous, real64), 'put element of complex(8)')
  call check(c10 == cmplx(previous, 3*previous, real80), 'put complex(10)')
  call check(c16 == cmplx(previous, -3*previous, real128), 'put complex(16)')
  call check(l1 .eqv. mod(previous, 2) == 0, 'put logical(1)')
  call check(l4 .eqv. mod(previous, 2) == 1, 'put logical(4)')
  call check(logical(l8) .eqv. mod(previous, 2) == 0, 'put logical(8)')
  call check(text == 'image ' // achar(48 + previous), 'put character')
  call check(heap == -previous, 'put allocatable')
  call check(heap_complex == cmplx(-previous, previous, real64), 'put allocatable complex')

  call check(i1[next] == me, 'get integer(1)')
  call check(i2[next] == 1000 + me, 'get integer(2)')
  call check(i4[next] == 100000 + me, 'get integer(4)')
  call check(i8[next] == 10000000000_int64 + me, 'get integer(8)')
  call check(i16[next] == 100000000000000000000_int128 + me, 'get integer(16)')
  call check(r4[next] == me + 0.5_real32, 'get real(4)')
  call check(r8[next] == me + 0.25_real64, 'get real(8)')
  call check(r10[next] == me + 0.125_real80, 'get real(10)')
  call check(r16[next] == me + 0.0625_real128, 'get real(16)')
  call check(c4[next] == cmplx(me, -me, real32), 'get complex(4)')
  call check(c8[next] == cmplx(me, 2*me, real64), 'get complex(8)')
  call check(c8_list(2)[next] == cmplx(me, 4*me, real64), 'get element of complex(8)')
  call check(c10[next] == cmplx(me, 3*me, real80), 'get complex(10)')
  call check(c16[next] == cmplx(me, -3*me, real128), 'get complex(16)')
  call check(l1[next] .eqv. mod(me, 2) == 0, 'get logical(1)')
  call check(l4[next] .eqv. mod(me, 2) == 1, 'get logical(4)')
  call check(logical(l8[next]) .eqv. mod(me, 2) == 0, 'get logical(8)')
  call check(text[next] == 'image ' // achar(48 + me), 'get character')
  call check(heap[next] == -me, 'get allocatable')
  call check(heap_complex[next] == cmplx(-me, me, real64), 'get allocatable complex')
  sync all

  heap[next] = i4[me]
  r8[next] = r8[me]
  sync all
  call check(heap == i4[previous], 'transfer of integer')

contains

  subroutine check(is_right, what)
    logical, intent(in) :: is_right
    character(*), intent(in) :: what
    if (.not. is_right) error stop what
  end subroutine check

end program scalars
