! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Arrays of texts of other images, of rank two, as values: parts of elements and vector subscripts.
program texts_alone
  implicit none
  type :: t
    integer :: i
    character(3) :: a, c(2)
  end type
  type(t) :: b(4, 4)[*]
  character(3) :: s(4, 4)[*], x(2, 2)
  integer :: v(2), k, n
  n = num_images()
  v = [3, 2]
  s = 'abc'
  s(2, 3) = 'uvw'
  b%a = s
  do k = 1, 4
    b(k, :)%c(1) = '123'
    b(k, :)%c(2) = '456'
  end do
  sync all
  call check(b(1:4:3, 1:2)[n]%a, ['abc', 'abc', 'abc', 'abc'])
  call check(b(2:3, 2:3)[n]%a, ['abc', 'abc', 'uvw', 'abc'])
  call check(b(v, 2:3)[n]%a, ['abc', 'abc', 'abc', 'uvw'])
  call check(s(v, 2:3)[n], ['abc', 'abc', 'abc', 'uvw'])
  call check(b(2:3, 2:3)[n]%a(2:3), ['bc', 'bc', 'vw', 'bc'])
  call check(b(2:3, 2:3)[n]%c(2)(1:2), ['45', '45', '45', '45'])
  if (.not. any(s(v, 2:3)[n] == 'uvw')) error stop 'a comparison'
  x = b(1:2, 2:3)[n]%a // ''
  if (any(pack(x, .true.) /= ['abc', 'abc', 'abc', 'uvw'])) error stop 'an expression'
  if (this_image() == 1) print '(a)', 'all as it should be'

contains

  subroutine check(got, wanted)
    character(*), intent(in) :: got(:, :), wanted(:)
    if (len(got) /= len(wanted)) error stop 'a length'
    if (any(shape(got) /= 2)) error stop 'a shape'
    if (any(pack(got, .true.) /= wanted)) error stop 'a text'
  end subroutine
end program
