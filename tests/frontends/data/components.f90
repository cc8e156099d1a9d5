! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Allocatable and pointer components in the memory of another image, wherever they point.
program components
  implicit none (type, external)
  type :: part
    integer :: id
    real, allocatable :: w(:)
  end type part
  type :: whole
    integer :: id
    real, allocatable :: list(:), grid(:, :)
    integer, allocatable :: number
    integer, pointer :: to_one => null()
    real(8), pointer :: to_many(:) => null()
    type(part) :: own(2)
    character(4), allocatable :: names(:)
  end type whole
  type :: pair
    integer :: left, right
  end type pair
  type(whole), save :: a[*], many(3)[*]
  integer, target :: plain
  real(8), pointer :: private_memory(:)
  type(pair), allocatable, target :: pairs(:)
  type :: holder
    integer, pointer :: field(:) => null()
  end type holder
  type(holder), save :: h[*]
  real, allocatable :: r(:), g(:, :)
  real :: x(4), y(2, 3)
  real(8) :: z(3)
  integer :: me, next, k, number, v(3)
  character(6) :: names(2)

  me = this_image()
  next = mod(me, num_images()) + 1
  plain = 7*me
  allocate (private_memory(10), pairs(5))
  private_memory = [(me + k/16d0, k = 1, 10)]
  pairs = [(pair(k, 10*me + k), k = 1, 5)]
  a%id = me
  allocate (a%list(0:2 + me), a%grid(2:3, me:me + 2), a%number, a%names(2))
  a%list = [(me + k/8.0, k = 0, 2 + me)]
  a%grid = reshape([(real(10*me + k), k = 1, 6)], [2, 3])
  a%number = 100*me
  a%names = ['ab  ', 'wxyz']
  a%to_one => plain
  a%to_many => private_memory(9:1:-4)
  allocate (a%own(2)%w(3))
  a%own(2)%w = [real :: me, 2*me, 3*me]
  allocate (many(2)%list(4))
  many(2)%list = -me
  h%field => pairs(2:5)%right
  sync all

  call check(a[next]%id == next, 'get of a plain component')
  number = a[next]%number
  call check(number == 100*next, 'get of an allocatable scalar')
  x(1:3) = a[next]%list(0:2)
  call check(all(x(1:3) == [(next + k/8.0, k = 0, 2)]), 'get of an allocatable array')
  x(1:2) = a[next]%list(2:0:-2)
  call check(all(x(1:2) == [next + 0.25, real(next)]), 'get with stride -2')
  x(1:3) = a[next]%list([2, 0, 1])
  call check(all(x(1:3) == [next + 0.25, real(next), next + 0.125]), 'get with a vector')
  y = a[next]%grid
  call check(all(y == reshape([(real(10*next + k), k = 1, 6)], [2, 3])), 'get of a whole grid')
  x(1:2) = a[next]%grid(:, next + 2)
  call check(all(x(1:2) == [10*next + 5.0, 10*next + 6.0]), 'get of a column')
  x(1:3) = a[next]%grid(3, :)
  call check(all(x(1:3) == 10*next + [2.0, 4.0, 6.0]), 'get of a row')
  number = a[next]%to_one
  call check(number == 7*next, 'get through a pointer to a static variable')
  z = a[next]%to_many
  call check(all(z == [next + 9/16d0, next + 5/16d0, next + 1/16d0]), 'get through a pointer')
  z(1:2) = a[next]%to_many(3:2:-1)
  call check(all(z(1:2) == [next + 1/16d0, next + 5/16d0]), 'get of a section through a pointer')
  v(1:2) = h[next]%field(2:4:2)
  call check(all(v(1:2) == 10*next + [3, 5]), 'get through a pointer to components')
  x(1:3) = a[next]%own(2)%w
  call check(all(x(1:3) == [next, 2*next, 3*next]), 'get from a nested component')
  x = many(2)[next]%list
  call check(all(x == -next), 'get from an element')
  names = a[next]%names(2:1:-1)
  call check(all(names == ['wxyz  ', 'ab    ']), 'get of character components')
  r = a[next]%list
  call check(size(r) == 3 + next, 'a get allocates')
  call check(all(r == [(next + k/8.0, k = 0, 2 + next)]), 'values of an allocated get')
  r = a[next]%grid(2, :)
  call check(size(r) == 3, 'a get reallocates')
  g = a[next]%grid(3:2:-1, next:next + 1)
  call check(all(shape(g) == [2, 2]), 'a get allocates two dimensions')
  call check(g(2, 2) == 10*next + 3, 'values of two dimensions')
  call check(sum(a[next]%list(0:2)) == 3*next + 0.375, 'get inside an expression')
  sync all

  a[next]%number = -me
  a[next]%list(0:2) = [1.5, 2.5, 3.5]
  a[next]%list(1) = 9
  a[next]%grid(:, next + 1) = [-1, -2]
  a[next]%to_one = 70 + me
  a[next]%to_many = [0.5d0, 1.5d0, 2.5d0]
  a[next]%own(2)%w(3:1:-2) = [31.0, 11.0]
  many(2)[next]%list = 6
  a[next]%names = 'put'
  h[next]%field(1) = -1
  sync all
  call check(a%number == -previous(), 'put of an allocatable scalar')
  call check(all(a%list(0:2) == [1.5, 9.0, 3.5]), 'put of an allocatable array')
  call check(all(a%grid(:, me + 1) == [-1, -2]), 'put of a column')
  call check(plain == 70 + previous(), 'put through a pointer to a static variable')
  call check(all(private_memory(9:1:-4) == [0.5d0, 1.5d0, 2.5d0]), 'put through a pointer')
  call check(private_memory(2) == me + 2/16d0, 'put through a pointer leaves gaps alone')
  call check(all(a%own(2)%w == [11.0, 2.0*me, 31.0]), 'put into a nested component')
  call check(all(many(2)%list == 6), 'put of a scalar into an array')
  call check(all(a%names == 'put'), 'put of character components')
  call check(pairs(2)%right == -1 .and. pairs(2)%left == 2, 'put through a pointer to components')
  sync all

  many%id = 0
  sync all
  many(:)[next]%id = [me, 2*me, 3*me]
  many(3:1:-2)[next]%own(2)%id = [8, 9]
  sync all
  call check(all(many%id == previous()*[1, 2, 3]), 'put of one component of all')
  call check(many(3)%own(2)%id == 8 .and. many(1)%own(2)%id == 9, 'put of nested components')
  v = many(3:1:-1)[next]%id
  call check(all(v == me*[3, 2, 1]), 'get of one component of all')
  v(1:2) = many(1:3:2)[next]%own(2)%id
  call check(all(v(1:2) == [9, 8]), 'get of nested components')
  sync all

  a[next]%list(0:1) = many(2)[me]%list(3:4)
  a[next]%to_one = a[me]%number
  sync all
  call check(all(a%list(0:1) == 6), 'transfer of arrays')
  call check(allocated(a[next]%list) .and. allocated(a[next]%number), 'allocated components')
  call check(.not. allocated(many(3)[next]%list), 'a component that is not allocated')
  call check(.not. allocated(many(2)[next]%number), 'a scalar that is not allocated')
  call check(allocated(a[next]%own(2)%w) .and. .not. allocated(a[next]%own(1)%w), 'nested')

contains

  subroutine check(is_right, what)
    logical, intent(in) :: is_right
    character(*), intent(in) :: what
    if (.not. is_right) error stop what
  end subroutine check

  integer function previous()
    previous = mod(me + num_images() - 2, num_images()) + 1
  end function previous

end program components
