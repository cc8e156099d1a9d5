! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Derived types without allocatable or pointer components: whole, by component, arrays of them,
! arrays in them, nested, and coarrays as dummy arguments that are associated with sections.
module shapes
  implicit none (type, external)
  private
  public :: check, through_dummies

  type, public :: inner
    integer :: id
    complex :: z
    integer :: grid(2, 0:2)
  end type inner
  type, public :: outer
    real(8) :: x
    type(inner) :: one, many(3)
    character(3) :: name
  end type outer

contains

  subroutine check(is_right, what)
    logical, intent(in) :: is_right
    character(*), intent(in) :: what
    if (.not. is_right) error stop what
  end subroutine check

  !> The coarrays are associated with parts of larger ones.
  subroutine through_dummies(shaped, sized, n, next)
    integer, intent(in) :: n, next
    integer, intent(inout) :: shaped(:)[*], sized(2:3, n)[*]
    integer :: y(3)
    shaped(2)[next] = 1
    shaped(3:4)[next] = [2, 3]
    sized(3, 2)[next] = 4
    sized(2, 1:n:2)[next] = [5, 6]
    sync all
    y = shaped(2:4)[next]
    call check(all(y == [1, 2, 3]), 'get from an assumed shape')
    y(1:2) = sized(2, [3, 1])[next]
    call check(all(y(1:2) == [6, 5]), 'get from an explicit shape')
    sync all
  end subroutine through_dummies

end module shapes

program derived
  use :: shapes, only: check, inner, outer, through_dummies
  implicit none (type, external)
  type(outer), save :: a[*], list(4)[*]
  type(outer), allocatable :: heap(:, :)[:]
  integer, save :: numbers(20)[*], more(12)[*]
  type(outer) :: b, c(4)
  type(inner) :: d
  integer :: me, next, previous, k, v(3), w(2)
  complex :: z

  me = this_image()
  next = mod(me, num_images()) + 1
  previous = mod(me + num_images() - 2, num_images()) + 1
  allocate (heap(2, 3)[*])
  c = [(make(10*me + k), k = 1, 4)]

  a[next] = c(1)
  list(:)[next] = c(4:1:-1)
  heap(2, 1:3:2)[next] = c(2:3)
  sync all
  call check(same(a, make(10*previous + 1)), 'put of a structure')
  do k = 1, 4
    call check(same(list(k), make(10*previous + 5 - k)), 'put of structures')
  end do
  call check(same(heap(2, 3), make(10*previous + 3)), 'put into allocatable structures')
  b = list(2)[next]
  call check(same(b, make(10*me + 3)), 'get of a structure')
  c(1:4:3) = heap(2, 3:1:-2)[next]
  call check(same(c(1), make(10*me + 3)) .and. same(c(4), make(10*me + 2)), 'get of structures')
  d = list(3)[next]%many(2)
  call check(d%id == 10*me + 4, 'get of a structure in a structure')
  sync all

  list(2)[next]%x = 0.5d0
  list(3:4)[next]%x = 7.5d0
  list(4)[next]%many(2:3)%id = [me, me + 1]
  list(1)[next]%many(3)%grid(2, 2:0:-2) = [8, 9]
  list(3)[next]%one%z = (3, 4)
  heap(:, 2)[next]%x = [5, 6]
  sync all
  call check(list(2)%x == 0.5d0, 'put of a real component')
  call check(all(list(3:4)%x == 7.5d0), 'put of one component of some')
  call check(all(list(4)%many(2:3)%id == [previous, previous + 1]), 'put of nested components')
  call check(list(1)%many(3)%grid(2, 2) == 8 .and. list(1)%many(3)%grid(2, 0) == 9, 'put deep')
  call check(list(3)%one%z == (3, 4), 'put of a complex component')
  call check(all(heap(:, 2)%x == [5, 6]), 'put of components of a column')
  z = list(3)[next]%one%z
  call check(z == (3, 4), 'get of a complex component')
  v = list(4)[next]%many(3:1:-1)%id
  call check(all(v(1:2) == [me + 1, me]), 'get of nested components')
  w = list(1)[next]%many(3)%grid(2, 0:2:2)
  call check(all(w == [9, 8]), 'get of an array in a component')
  sync all

  list(1)[next]%one%id = list(4)[me]%many(2)%id
  heap(:, 3)[next]%x = list(2:3)[me]%x
  sync all
  call check(list(1)%one%id == mod(previous + num_images() - 2, num_images()) + 1, 'transfer')
  call check(heap(1, 3)%x == 0.5d0, 'transfer of components')

  numbers = 0
  more = 0
  sync all
  call through_dummies(numbers(3:17:2), more(4:), 3, next)
  call check(all(numbers(5:9:2) == [1, 2, 3]), 'put through an assumed shape')
  call check(all(more(4:9) == [5, 0, 0, 4, 6, 0]), 'put through an explicit shape')
  call check(sum(numbers) == 6 .and. sum(more) == 15, 'put through dummies leaves the rest alone')

contains

  function make(id) result(made)
    integer, intent(in) :: id
    type(outer) :: made
    integer :: j
    made%x = id + 0.25d0
    made%name = achar(64 + mod(id, 26))
    made%one = inner(id, cmplx(id, -id), reshape([(id + j, j = 1, 6)], [2, 3]))
    made%many = [(inner(id + j, cmplx(j, id), made%one%grid - j), j = 1, 3)]
  end function make

  logical function same(left, right)
    type(outer), intent(in) :: left, right
    same = left%x == right%x .and. left%name == right%name .and. alike(left%one, right%one) &
      & .and. all(alike(left%many, right%many))
  end function same

  elemental logical function alike(left, right)
    type(inner), intent(in) :: left, right
    alike = left%id == right%id .and. left%z == right%z .and. all(left%grid == right%grid)
  end function alike

end program derived
