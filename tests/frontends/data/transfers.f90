! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! From one image to another, neither of them this one: sections, conversions, components.
program transfers
  implicit none (type, external)
  integer, parameter :: n = 9000
  type :: list
    integer :: id
    real, allocatable :: x(:)
    character(4) :: name
  end type list
  integer, save :: a(n)[*], b(4, 5)[*]
  real(8), save :: d(n)[*], e(6)[*], whole[*]
  complex(8), save :: c(4)[*], z[*]
  character(5), save :: word[*], words(3)[*]
  character(3), save :: short[*], shorts(3)[*]
  type(list), save :: l[*], m[*]
  integer :: me, from, to, k

  me = this_image()
  from = mod(me, num_images()) + 1
  to = mod(me + 1, num_images()) + 1
  a = [(me*10000 + k, k = 1, n)]
  b = 0; d = 0; e = 0; c = 0
  word = ''; words = ''
  short = achar(64 + me) // 'yz'
  shorts = ['abc', 'def', 'ghi']
  whole = me
  allocate (l%x(4), m%x(4))
  l%id = me
  l%x = -me
  l%name = 'name'
  sync all

  d(:)[to] = a(n:1:-1)[from]
  b(2:4:2, 5:1:-2)[to] = reshape_first(from)
  b(1, [2, 4])[to] = a([7, 3])[from]
  e(2:5)[to] = a(11)[from]
  c(1:4:3)[to] = a(1:2)[from]
  z[to] = whole[from]
  word[to] = short[from]
  words(3:1:-1)[to] = shorts(:)[from]
  d(1:0)[to] = a(1:0)[from]
  sync all
  ! The image that wrote here had this image as its `to`: its `from` is the image before this one.
  k = before(me)
  call check(all(d == [(k*10000 + n + 1 - to, to = 1, n)]), 'long transfer with conversion')
  call check(all(b(2:4:2, 5:1:-2) == reshape(k*10000 + [1, 2, 3, 4, 5, 6], [2, 3])), 'expression')
  call check(all(b(1, [2, 4]) == k*10000 + [7, 3]), 'vectors on both sides')
  call check(all(e == [0, 1, 1, 1, 1, 0]*(k*10000d0 + 11)), 'one element into a section')
  call check(all(c == [k*10000d0 + 1, 0d0, 0d0, k*10000d0 + 2]), 'integer into complex')
  call check(z == cmplx(k, 0, 8), 'scalar with conversion')
  call check(word == achar(64 + k) // 'yz  ', 'character')
  call check(all(words == ['ghi  ', 'def  ', 'abc  ']), 'characters')
  sync all
  to = mod(me + 1, num_images()) + 1
  l%name = achar(48 + me)
  sync all
  m[to]%name = l[from]%name
  m[to]%id = l[from]%id
  e(3:1:-1)[to] = l[from]%x(2:4)
  m[to]%x(1) = l[from]%x(4)
  sync all
  call check(m%name == achar(48 + k), 'character component')
  call check(m%id == k, 'component to component')
  call check(all(e(1:3) == -k) .and. m%x(1) == -k, 'array component to coarray')

contains

  !> An own expression with gets inside, for a put of rank 2.
  function reshape_first(image) result(matrix)
    integer, intent(in) :: image
    integer :: matrix(2, 3), line(6)
    line = a(1:6)[image]
    matrix = reshape(line, [2, 3])
  end function reshape_first

  integer function before(image)
    integer, intent(in) :: image
    before = mod(image + num_images() - 2, num_images()) + 1
  end function before

  subroutine check(is_right, what)
    logical, intent(in) :: is_right
    character(*), intent(in) :: what
    if (.not. is_right) error stop what
  end subroutine check

end program transfers
