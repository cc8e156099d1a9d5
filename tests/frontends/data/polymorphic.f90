! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Polymorphic coarrays and polymorphic array components, as far as gfortran accepts them.
program polymorphic
  implicit none (type, external)
  type :: base
    integer :: id
    complex :: z
    integer :: list(4)
  end type base
  type, extends(base) :: extended
    real(8) :: more
  end type extended
  type :: holder
    integer :: id
    class(base), allocatable :: many(:)
  end type holder
  class(base), allocatable :: one[:], several(:)[:]
  type(holder), save :: h[*]
  type(base) :: plain
  integer :: me, next, previous, k, ids(3)

  me = this_image()
  next = mod(me, num_images()) + 1
  previous = mod(me + num_images() - 2, num_images()) + 1
  allocate (extended :: one[*])
  allocate (extended :: several(3)[*])
  allocate (h%many(2:4))
  one%id = me
  one%z = cmplx(me, -me)
  one%list = [(10*me + k, k = 1, 4)]
  do k = 1, 3
    several(k)%id = 100*me + k
    several(k)%list = k
    h%many(k + 1)%id = 1000*me + k
    h%many(k + 1)%list = -k
  end do
  sync all

  call check(one[next]%id == next, 'get of a component')
  call check(one[next]%z == cmplx(next, -next), 'get of a complex component')
  ids(1:2) = one[next]%list(4:2:-2)
  call check(all(ids(1:2) == 10*next + [4, 2]), 'get of an array component')
  plain = one[next]
  call check(plain%id == next .and. plain%list(4) == 10*next + 4, 'get of the declared type')
  ids = several(3:1:-1)[next]%id
  call check(all(ids == 100*next + [3, 2, 1]), 'get of one component of all')
  call check(several(2)[next]%list(3) == 2, 'get of an element of an element')
  ids(1) = h[next]%many(3)%id
  call check(ids(1) == 1000*next + 2, 'get from a polymorphic component')
  sync all

  one[next]%id = -me
  one[next]%list(1:3) = [1, 2, 3]
  several(:)[next]%id = [me, 2*me, 3*me]
  several(2)[next]%list(4) = 44
  h[next]%many(4)%id = me
  h[next]%many(2:3)%id = [-me, -2*me]
  sync all
  call check(one%id == -previous .and. all(one%list(1:3) == [1, 2, 3]), 'put')
  call check(all(several%id == previous*[1, 2, 3]), 'put of one component of all')
  call check(several(2)%list(4) == 44, 'put of an element of an element')
  call check(all(h%many%id == previous*[-1, -2, 1]), 'put into a polymorphic component')

contains

  subroutine check(is_right, what)
    logical, intent(in) :: is_right
    character(*), intent(in) :: what
    if (.not. is_right) error stop what
  end subroutine check

end program polymorphic
