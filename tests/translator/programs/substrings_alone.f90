! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Substrings of arrays of texts in components, of other images and of this one. gfortran 12 and 13
! describe them with the length of the whole texts.
program substrings_alone
  implicit none
  type :: t
    integer :: i
    character(6) :: b(3), c
    character(6), allocatable :: d(:)
  end type
  type(t) :: x(2)[*], s[*]
  character(6) :: long(3), word
  character(2) :: short(3)
  integer :: me, j
  me = this_image()
  long = ['123456', 'ABCDEF', 'uvwxyz']
  short = ['12', 'AB', 'uv']
  call start()

  s[me]%b(1:3)(2:3) = long
  call check(all(s%b == ['a12def', 'aABdef', 'auvdef']), 'put of longer ones')
  s[me]%b(1:3)(2:6) = short
  call check(all(s%b == ['a12   ', 'aAB   ', 'auv   ']), 'put of shorter ones')
  x(1:2)[me]%b(2)(2:3) = long(1)
  call check(all(x%b(2) == 'a12def') .and. all(x%b(1) == 'abcdef') .and. &
             all(x%b(3) == 'abcdef'), 'put of one text')
  x(1:2)[me]%c(4:6) = short(1:2)
  call check(all(x%c == ['abc12 ', 'abcAB ']), 'put into parts of elements')

  call start()
  short = '..'
  s%b = long
  sync all
  short(2:3) = s[me]%b(1:2)(3:4)
  call check(all(short == ['..', '34', 'CD']), 'get')
  x(1:2)%b(1)(1:2) = s[me]%b(2:3)(5:6)
  call check(all(x%b(1) == ['EFcdef', 'yzcdef']), 'get into substrings')
  long(:)(2:5) = s[me]%b(:)(5:6)
  call check(all(long == ['156  6', 'AEF  F', 'uyz  z']), 'get into substrings of an array')
  s%b(:)(1:2) = '..'
  s[me]%b(:)(3:6) = s%b(:)(2:3)
  call check(all(s%b == ['...3  ', '...C  ', '...w  ']), 'put of substrings')
  word = s[me]%b(2)(4:5)
  call check(word == 'C', 'get of one substring')

  s%d(:) = ['ghijkl', 'mnopqr']
  sync all
  s[me]%d(1:2)(2:3) = ['XYZ', 'xyz']
  call check(all(s%d == ['gXYjkl', 'mxypqr']), 'put into allocated texts')
  short(1:2) = s[me]%d(:)(2:3)
  call check(all(short(1:2) == ['XY', 'xy']), 'get of allocated texts')
  sync all
  if (me == 1) print '(a)', 'all as it should be'

contains

  subroutine start()
    sync all
    s%b = 'abcdef'
    do j = 1, 2
      x(j)%b = 'abcdef'
      x(j)%c = 'abcdef'
    end do
    if (.not. allocated(s%d)) allocate (s%d(2))
    sync all
  end subroutine

  subroutine check(is_right, what)
    logical, intent(in) :: is_right
    character(*), intent(in) :: what
    if (.not. is_right) then
      print *, what, ': ', s%b, x(1)%b, x(2)%b, x%c, short, long
      error stop 'wrong'
    end if
  end subroutine
end program
