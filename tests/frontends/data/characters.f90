! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Characters of different lengths and kinds: cut or padded with blanks on the way.
program characters
  implicit none (type, external)
  integer, parameter :: ucs4 = selected_char_kind('ISO_10646')
  type :: label
    integer :: id
    character(4) :: name, list(3)
  end type label
  character(5), save :: word[*], list(4)[*], table(2, 3)[*]
  character(kind=ucs4, len=6), save :: wide[*], wide_list(3)[*]
  type(label), save :: tag(3)[*]
  character(3) :: short, short_list(4), short_table(2, 3)
  character(8) :: long, long_list(4)
  character(kind=ucs4, len=4) :: wide_short
  character(kind=ucs4, len=9) :: wide_long, wide_long_list(3)
  character(:), allocatable :: text
  character(20000), save :: huge_word[*]
  character(20001) :: huge_copy
  integer :: me, next

  me = this_image()
  next = mod(me, num_images()) + 1
  short = 'ab'
  long = 'abcdefgh'
  short_list = ['a  ', 'bc ', 'def', '   ']
  long_list = ['abcdefgh', 'ABCDEFGH', '12345678', 'x       ']

  word[next] = short
  list(:)[next] = long_list
  sync all
  call check(word == 'ab   ', 'put of a shorter character')
  call check(all(list == ['abcde', 'ABCDE', '12345', 'x    ']), 'put of longer characters')
  long = word[next]
  call check(long == 'ab', 'get into a longer character')
  short_list = list(4:1:-1)[next]
  call check(all(short_list == ['x  ', '123', 'ABC', 'abc']), 'get into shorter characters')
  sync all

  word[next] = long_list(1)
  list(2:4:2)[next] = short_list(2:3)
  table(:, 3:1:-2)[next] = reshape(short_list, [2, 2])
  table(1, :)[next] = 'yz'
  sync all
  call check(word == 'abcde', 'put of a longer character')
  call check(all(list(2:4:2) == ['123  ', 'ABC  ']), 'put into every other element')
  short_table = table(:, :)[next]
  call check(all(short_table(1, :) == 'yz '), 'put of one character into a row')
  call check(short_table(2, 3) == '123' .and. short_table(2, 1) == 'abc', 'put into a table')
  sync all
  table(2, 1:2)[next] = ' '
  sync all
  call check(all(table(2, 1:2) == ' '), 'put of a blank')
  text = 'allocated'
  sync all
  word[next] = text
  sync all
  call check(word == 'alloc', 'put of a deferred length')
  call by_argument(long, 5)
  call check(long(1:5) == 'alloc', 'get into an assumed length')

  tag(2)[next]%name = short_list(4)
  tag(:)[next]%list(2) = 'q'
  tag(3)[next]%list = ['u', 'v', 'w']
  sync all
  call check(tag(2)%name == 'abc ', 'put into a component')
  call check(tag(1)%list(2) == 'q   ' .and. tag(2)%list(2) == 'q', 'put into every tag')
  call check(all(tag(3)%list == ['u   ', 'v   ', 'w   ']), 'put into an array component')
  short = tag(2)[next]%name
  call check(short == 'abc', 'get from a component')

  wide_short = ucs4_'wxyz'
  sync all
  wide[next] = wide_short
  wide_list(:)[next] = [ucs4_'one', ucs4_'two', ucs4_'six']
  sync all
  call check(wide == ucs4_'wxyz  ', 'put of kind 4')
  wide_long = wide[next]
  call check(wide_long == ucs4_'wxyz', 'get of kind 4')
  wide_long_list = wide_list(3:1:-1)[next]
  call check(all(wide_long_list == [ucs4_'six', ucs4_'two', ucs4_'one']), 'get of kind 4 arrays')

  sync all
  wide[next] = short_list(1)
  sync all
  call check(wide == ucs4_'x     ', 'put of kind 1 into kind 4')
  wide = ucs4_"x" // char(955, ucs4)
  sync all
  long = wide[next]
  call check(long == 'x?', 'get of kind 4 into kind 1')

  huge_word = repeat('0123456789', 2000)
  huge_copy = repeat('x', 20001)
  sync all
  huge_copy = huge_word[next]
  call check(huge_copy(20001:) == ' ' .and. huge_copy(:20000) == huge_word, 'get of 20000 letters')

contains

  subroutine check(is_right, what)
    logical, intent(in) :: is_right
    character(*), intent(in) :: what
    if (.not. is_right) error stop what
  end subroutine check

  subroutine by_argument(target, length)
    character(*), intent(out) :: target
    integer, intent(in) :: length
    target = word[next]
    call check(len(target) >= length, 'length of the argument')
  end subroutine by_argument

end program characters
