! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Source and target in the same memory: the result must be as if the source had been read first.
program overlap
  implicit none (type, external)
  integer, parameter :: n = 6000
  type :: box
    integer, allocatable :: list(:)
    integer, pointer :: view(:)
  end type box
  integer, save, target :: a(n)[*], copy(n)
  integer(1), save :: tiny(n)[*]
  type(box), save :: b[*]
  integer, pointer :: p(:)
  integer :: me, k
  integer, allocatable :: start(:)

  me = this_image()
  start = [(k, k = 1, n)]

  call reset
  a(2:n)[me] = a(1:n - 1)
  copy(2:n) = copy(1:n - 1)
  call check('put one place up')
  a(1:n - 1)[me] = a(2:n)
  copy(1:n - 1) = copy(2:n)
  call check('put one place down')
  a(n:1:-1)[me] = a
  copy(n:1:-1) = copy
  call check('put reversed')
  a(1:n:2)[me] = a(1:n/2)
  copy(1:n:2) = copy(1:n/2)
  call check('put apart')

  call reset
  a(2:n) = a(1:n - 1)[me]
  copy(2:n) = copy(1:n - 1)
  call check('get one place up')
  a(n:1:-1) = a(:)[me]
  copy(n:1:-1) = copy
  call check('get reversed')
  a(1:n/2) = a(1:n:2)[me]
  copy(1:n/2) = copy(1:n:2)
  call check('get together')

  call reset
  a(2:n)[me] = a(1:n - 1)[me]
  copy(2:n) = copy(1:n - 1)
  call check('transfer one place up')
  a([(modulo(7*k, n) + 1, k = 1, n)])[me] = a(:)[me]
  copy([(modulo(7*k, n) + 1, k = 1, n)]) = copy
  call check('transfer with a vector')
  a([(n + 1 - k, k = 1, n)])[me] = a
  copy([(n + 1 - k, k = 1, n)]) = copy
  call check('put with a vector')

  call reset
  p => a(1:n:2)
  a(1:n/2)[me] = p
  copy(1:n/2) = copy(1:n:2)
  call check('put from a pointer')
  a(3)[me] = a(3)[me]
  a(4:5)[me] = a(4:5)[me]
  call check('put to itself')

  tiny = [(int(mod(k, 100), 1), k = 1, n)]
  tiny(2:n)[me] = tiny(1:n - 1)[me]
  if (any(tiny(2:n) /= [(int(mod(k, 100), 1), k = 1, n - 1)])) error stop 'transfer of bytes'

  allocate (b%list(10), b%view(10))
  b%list = start(1:10)
  b%view = start(1:10)
  b[me]%list(2:10) = b%list(1:9)
  if (any(b%list /= [1, start(1:9)])) error stop 'put in a component'
  b[me]%list(1:9) = b[me]%list(2:10)
  if (any(b%list /= [start(1:9), 9])) error stop 'transfer in a component'
  b[me]%view(10:1:-1) = b[me]%view(:)
  if (any(b%view /= start(10:1:-1))) error stop 'transfer in pointed-to memory'
  sync all

contains

  subroutine reset
    a = start
    copy = start
  end subroutine reset

  subroutine check(what)
    character(*), intent(in) :: what
    if (any(a /= copy)) error stop what
  end subroutine check

end program overlap
