! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Whole objects of other images: as operands and arguments, of types with bound procedures, polymorphic, with allocatable
! components.
module objects_m
  implicit none
  type point
    integer :: x = 0, y = 0
  end type
  interface operator(==)
    module procedure same
  end interface
  interface operator(+)
    module procedure add
  end interface
  type shape_t
    real :: area = 0
    type(point) :: at
  contains
    procedure :: grow
    procedure :: twice
  end type
  type, extends(shape_t) :: disc
    real :: radius = 0
  end type
  type inner
    integer :: n = 0
    integer, allocatable :: v(:)
  end type
  type outer
    integer :: id = 0
    character(len=:), allocatable :: name
    type(inner) :: one, few(2)
    type(inner), allocatable :: many(:)
    type(inner), allocatable :: maybe
    real, allocatable :: grid(:, :)
  end type
contains
  elemental logical function same(a, b)
    type(point), intent(in) :: a, b
    same = a%x == b%x .and. a%y == b%y
  end function
  elemental type(point) function add(a, b)
    type(point), intent(in) :: a, b
    add = point(a%x + b%x, a%y + b%y)
  end function
  subroutine grow(self, by)
    class(shape_t), intent(inout) :: self
    real, intent(in) :: by
    self%area = self%area + by
  end subroutine
  real function twice(self)
    class(shape_t), intent(in) :: self
    twice = 2*self%area
  end function
  integer function sum_of(p)
    type(point), intent(in) :: p(:)
    sum_of = sum(p%x + p%y)
  end function
  integer function total(o)
    type(outer), intent(in) :: o
    total = o%id + o%one%n + sum(o%many(2)%v) + len(o%name)
  end function
end module

program objects_alone
  use objects_m
  implicit none
  type(point) :: p(4)[*], q, row(2)
  type(shape_t) :: s(3)[*], t
  type(shape_t), allocatable :: made(:)[:]
  class(shape_t), allocatable :: any[:], list(:)[:]
  type(outer) :: o[*], copy, copies(2), both(2)[*]
  integer :: me, n, next, last, i, faults = 0
  me = this_image(); n = num_images(); next = mod(me, n) + 1; last = mod(me + n - 2, n) + 1
  p = [(point(me, i), i=1, 4)]
  sync all
  call check('operator', p(2)[next] == point(next, 2) .and. all(p(1:2)[next] == [point(next, 1), point(next, 2)]))
  q = p(1)[next] + p(4)[me]
  call check('sum', q%x == next + me .and. q%y == 5)
  call check('argument', sum_of(p(2:3)[next]) == 2*next + 5 .and. sum_of(p([4, 1])[next]) == 2*next + 5)
  if (p(3)[next] == point(next, 3)) then
    i = 1
  else if (p(3)[next] == p(3)[me]) then
    i = 2
  end if
  call check('condition', i == 1)
  row = [p(3)[next], p(1)[1]]
  call check('constructor', all(row == [point(next, 3), point(1, 1)]))
  q = (p(1)[next])
  sync all
  p([1, 3])[next] = [point(-me, 0), point(-me, 1)]
  p(2:4:2)[next] = q
  sync all
  call check('put', all(p == [point(-last, 0), point(me, 1), point(-last, 1), point(me, 1)]))
  ! bound procedures
  s%area = me
  sync all
  t = s(1)[next]
  call check('bound procedures', t%area == next .and. t%twice() == 2*next)
  sync all
  t%area = 100 + me; t%at = point(me, me)
  s(2)[next] = t
  s(1:3:2)[next] = shape_t(7, point(1, 2))
  sync all
  call check('bound put', s(2)%area == 100 + last .and. s(2)%at%x == last .and. s(3)%at%y == 2)
  call check('bound argument', twice(s(2)[next]) == 2*(100 + me) .and. s(2)[next]%at == point(me, me))
  allocate (made(2)[*])
  made(2)%area = me
  sync all
  t = made(2)[next]
  made(1)[next] = shape_t(me, point(0, me))
  sync all
  call check('allocated', t%area == next .and. made(1)%at%y == last)
  ! polymorphic
  allocate (disc :: any[*], list(3)[*])
  any%area = 10*me
  list%area = [(i + 10*me, i=1, 3)]
  select type (list)
  type is (disc)
    list%radius = -me
    sync all
    call check('select type', list(2)[next]%radius == -next)
    list(3)[next]%radius = 5
  class default
    call check('select type', .false.)
  end select
  sync all
  call any%grow(0.5)
  sync all
  call check('polymorphic', any[next]%area == 10*next + 0.5 .and. list(1)[next]%area == 1 + 10*next)
  select type (list)
  class is (disc)
    call check('put into it', list(3)%radius == 5)
  end select
  associate (view => list)
    call check('associate', view(2)[next]%area == 2 + 10*next)
  end associate
  ! allocatable components
  call fill(o, me)
  call fill(both(1), 10*me)
  call fill(both(2), 20*me)
  call fill(copies(1), 77)
  sync all
  copy = o[next]
  call check_outer('deep', copy, next)
  copies = both(:)[next]
  call check_outer('deep element', copies(1), 10*next)
  call check_outer('deep element', copies(2), 20*next)
  call check('deep argument', total(o[next]) == total(copy))
  call check('deep condition', .not. allocated(copy%maybe) .eqv. mod(next, 2) == 0)
  sync all
  both(1) = o[next]
  call check_outer('deep again', both(1), next)
  sync all
  call co_sum(faults)
  if (me == 1 .and. faults == 0) print '(a)', 'all as it should be'
contains
  subroutine fill(x, k)
    type(outer), intent(inout) :: x
    integer, intent(in) :: k
    x%id = k
    x%name = repeat('n', mod(k, 7) + 1)
    x%one = inner(k, [k, k + 1])
    x%few(2) = inner(2*k, [k])
    allocate (x%many(0:k + 1))
    x%many(2) = inner(k, [k, 2*k, 3*k])
    if (mod(k, 2) == 1) x%maybe = inner(k, [k])
    allocate (x%grid(2, -1:1), source=real(k))
  end subroutine
  subroutine check_outer(what, x, k)
    character(len=*), intent(in) :: what
    type(outer), intent(in) :: x
    integer, intent(in) :: k
    logical :: is_right
    is_right = x%id == k .and. len(x%name) == mod(k, 7) + 1 .and. all(x%one%v == [k, k + 1])
    is_right = is_right .and. .not. allocated(x%few(1)%v) .and. x%few(2)%v(1) == k .and. x%few(2)%n == 2*k
    is_right = is_right .and. ubound(x%many, 1) == k + 1 .and. lbound(x%many, 1) == 0 .and. .not. allocated(x%many(1)%v)
    is_right = is_right .and. all(x%many(2)%v == [k, 2*k, 3*k]) .and. (allocated(x%maybe) .eqv. mod(k, 2) == 1)
    is_right = is_right .and. lbound(x%grid, 2) == -1 .and. all(x%grid == k)
    call check(what, is_right)
  end subroutine
  subroutine check(what, is_right)
    character(len=*), intent(in) :: what
    logical, intent(in) :: is_right
    if (is_right) return
    faults = faults + 1
    print *, 'image', me, ': ', what, ' is wrong'
  end subroutine
end program
