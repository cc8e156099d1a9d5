! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Collective subroutines on every type, on sections and scalars, with and without a result image.
program collectives
  use, intrinsic :: iso_c_binding
  use prif
  implicit none
  type :: pair
    integer(c_int) :: a, b
  end type pair
  integer(c_int) :: me, images, stat
  integer(c_int8_t) :: i1
  integer(c_int16_t) :: i2
  integer(c_int), target :: i4(6)
  integer(c_int64_t) :: i8
  real(c_float) :: r4
  real(c_double) :: r8(2, 2)
  complex(c_double) :: c8
  character(len=3) :: text(2)
  character(len=60) :: message
  type(pair) :: p
  procedure(prif_operation_wrapper_interface), pointer :: add

  call prif_this_image_no_coarray(this_image=me)
  call prif_num_images(images)
  i1 = int(me, c_int8_t)
  call prif_co_sum(i1)
  call check(i1 == images * (images + 1) / 2, 'sum of one byte')
  i2 = int(-me, c_int16_t)
  call prif_co_min(i2)
  call check(i2 == -images, 'minimum of two bytes')
  i4 = [1, 2, 3, 4, 5, 6]
  call prif_co_sum(i4(1:6:2))
  call check(all(i4 == [images, 2, 3 * images, 4, 5 * images, 6]), 'sum of a section')
  i8 = ishft(int(me, c_int64_t), 40)
  call prif_co_max(i8, result_image=images)
  if (me == images) call check(i8 == ishft(int(images, c_int64_t), 40), 'maximum on the last image')
  if (me /= images) call check(i8 == ishft(int(me, c_int64_t), 40), 'others keep theirs')
  r4 = 0.5 * me
  call prif_co_max(r4, stat=stat, errmsg=message)
  call check(stat == 0 .and. r4 == 0.5 * images, 'maximum of reals')
  r8 = me
  call prif_co_sum(r8)
  call check(all(r8 == images * (images + 1) / 2), 'sum of an array of rank 2')
  c8 = cmplx(me, -me, c_double)
  call prif_co_sum(c8)
  call check(c8 == cmplx(1, -1, c_double) * (images * (images + 1) / 2), 'sum of complex numbers')
  text = [achar(iachar('a') + me - 1) // 'zz', 'b' // achar(iachar('z') - me) // ' ']
  call prif_co_min_character(text)
  call check(text(1) == 'azz' .and. text(2) == 'b' // achar(iachar('z') - images), 'minimum of characters')
  call prif_co_max_character(text(2))
  call check(text(2) == 'b' // achar(iachar('z') - images), 'maximum of equal characters')

  p = pair(me, 10 * me)
  call prif_co_broadcast(p, images)
  call check(p%a == images .and. p%b == 10 * images, 'a derived type')
  i4 = me
  call prif_co_broadcast(i4(2:6:2), 1_c_int)
  call check(all(i4(1:5:2) == me) .and. all(i4(2:6:2) == 1), 'a section')
  i4 = me
  call prif_co_broadcast_cptr(c_loc(i4(3)), 8_c_size_t, images)
  call check(all(i4 == [me, me, images, images, me, me]), 'bytes')

  add => add_pairs
  p = pair(me, 1)
  i4 = 7
  call prif_co_reduce(p, add, c_loc(i4))
  call check(p%a == images * (images + 1) / 2 .and. p%b == images, 'an operation of the program')
  i4 = [me, 1, me, 1, me, 1]
  call prif_co_reduce_cptr(c_loc(i4), 8_c_size_t, 3_c_size_t, add, c_null_ptr, result_image=1_c_int)
  if (me == 1) call check(all(i4 == [1, 0, 1, 0, 1, 0] * (images * (images + 1) / 2) + [0, 1, 0, 1, 0, 1] * images), &
                          'three elements by their address')
  call prif_co_sum(p, stat=stat, errmsg=message)
  call check(stat /= 0 .and. index(message, 'CO_SUM') > 0, 'no sum of a derived type')
  call prif_co_sum(i8, images + 1_c_int, stat)
  call check(stat /= 0, 'no such image')
  call prif_sync_all()
  if (me == 1) print '(a)', 'collectives: done'
contains
  subroutine add_pairs(arg1, arg2_and_out, count, cdata) bind(C)
    type(c_ptr), value, intent(in) :: arg1, arg2_and_out
    integer(c_size_t), value, intent(in) :: count
    type(c_ptr), value, intent(in) :: cdata
    type(pair), pointer :: lower(:), upper(:)
    integer(c_size_t) :: i
    integer(c_int), pointer :: seven
    if (c_associated(cdata)) then
      call c_f_pointer(cdata, seven)
      call check(seven == 7, 'the data of the operation')
    end if
    call c_f_pointer(arg1, lower, [count])
    call c_f_pointer(arg2_and_out, upper, [count])
    do i = 1, count
      upper(i) = pair(lower(i)%a + upper(i)%a, lower(i)%b + upper(i)%b)
    end do
  end subroutine add_pairs
  include 'checks.inc'
end program collectives
