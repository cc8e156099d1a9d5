! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Allocatable components of allocatable components, in static and in allocatable coarrays, and automatic allocation of
! the target of a get and of this image's own components.
program nested
  implicit none (type, external)
  type :: leaf
    integer :: id
    real(8), allocatable :: values(:)
    integer, allocatable :: count
  end type leaf
  type :: branch
    integer :: id
    type(leaf), allocatable :: leaves(:)
    type(leaf), allocatable :: only
  end type branch
  type(branch), save :: tree[*], trees(2)[*]
  type(branch), allocatable :: forest(:)[:]
  real(8), allocatable :: got(:)
  real(8) :: x(3)
  integer :: me, next, previous, k, ids(2)

  me = this_image()
  next = mod(me, num_images()) + 1
  previous = mod(me + num_images() - 2, num_images()) + 1
  allocate (forest(2:3)[*])
  allocate (tree%leaves(2), tree%only, trees(2)%leaves(3), forest(3)%leaves(1))
  allocate (tree%leaves(2)%values(me:me + 2), tree%leaves(2)%count, tree%only%values(3))
  allocate (trees(2)%leaves(3)%values(3), forest(3)%leaves(1)%values(0:4))
  tree%id = me
  tree%leaves(2)%values = [(10d0*me + k, k = 1, 3)]
  tree%leaves(2)%count = 5*me
  tree%leaves%id = [me, -me]
  tree%only%id = 20 + me
  tree%only%values = 0.5d0*me
  trees(2)%leaves(3)%values = [1d0, 2d0, 3d0]*me
  forest(3)%leaves(1)%values = [(me/8d0 + k, k = 0, 4)]
  sync all

  call check(tree[next]%leaves(2)%count == 5*next, 'get of a scalar')
  x = tree[next]%leaves(2)%values
  call check(all(x == [(10d0*next + k, k = 1, 3)]), 'get of an array')
  x(1:2) = tree[next]%leaves(2)%values(next + 2:next + 1:-1)
  call check(all(x(1:2) == 10*next + [3, 2]), 'get with lower bound')
  ids = tree[next]%leaves(2:1:-1)%id
  call check(all(ids == [-next, next]), 'get across an allocatable array')
  call check(tree[next]%only%id == 20 + next, 'get through an allocatable scalar')
  x = tree[next]%only%values(:)
  call check(all(x == 0.5d0*next), 'get of an array through an allocatable scalar')
  got = trees(2)[next]%leaves(3)%values([3, 1])
  call check(size(got) == 2 .and. all(got == [3d0, 1d0]*next), 'get allocates')
  got = 2*forest(3)[next]%leaves(1)%values
  call check(size(got) == 5, 'get in an expression allocates')
  call check(all(got == [(next/4d0 + 2*k, k = 0, 4)]), 'get from an allocatable coarray')
  call check(allocated(tree[next]%leaves), 'allocated leaves')
  call check(.not. allocated(tree[next]%leaves(1)%count), 'unallocated count')
  call check(allocated(tree[next]%leaves(2)%count), 'allocated count')
  call check(allocated(forest(3)[next]%leaves) .and. .not. allocated(forest(2)[next]%leaves), &
             'allocated in an allocatable coarray')
  sync all

  tree[next]%leaves(2)%count = me
  tree[next]%leaves(2)%values(:) = [7d0, 8d0, 9d0]
  tree[next]%leaves(1:2)%id = [me, me + 1]
  tree[next]%only%id = -7
  tree[next]%only%values(2) = 4
  forest(3)[next]%leaves(1)%values(4:0:-2) = [-1d0, -2d0, -3d0]
  sync all
  call check(tree%leaves(2)%count == previous, 'put of a scalar')
  call check(all(tree%leaves(2)%values == [7, 8, 9]), 'put of an array')
  call check(all(tree%leaves%id == [previous, previous + 1]), 'put across an allocatable array')
  call check(tree%only%id == -7 .and. tree%only%values(2) == 4, 'put through a scalar')
  call check(all(forest(3)%leaves(1)%values(0:4:2) == [-3, -2, -1]), 'put with stride -2')
  sync all

  tree%leaves(1)%values = tree[next]%leaves(2)%values
  call check(size(tree%leaves(1)%values) == 3, 'a transfer allocates the own component')
  call check(all(tree%leaves(1)%values == [7, 8, 9]), 'values of the own component')
  tree%leaves(1)%values = forest(3)[next]%leaves(1)%values(0:1)
  call check(size(tree%leaves(1)%values) == 2, 'a transfer reallocates the own component')
  call check(all(tree%leaves(1)%values == [-3d0, next/8d0 + 1]), 'values of the own component')
  tree%leaves(1)%values = [1d0, 2d0, 3d0, 4d0]
  call check(sum(tree%leaves(1)%values) == 10, 'automatic allocation')
  sync all
  tree%leaves(2)%values = tree[me]%leaves(2)%values(me + 1:me + 2)
  call check(size(tree%leaves(2)%values) == 2, 'a transfer from itself reallocates')
  call check(all(tree%leaves(2)%values == [8, 9]), 'values of a transfer from itself')
  sync all
  deallocate (tree%leaves(1)%values)
  sync all
  call check(.not. allocated(tree[next]%leaves(1)%values), 'deallocated')

contains

  subroutine check(is_right, what)
    logical, intent(in) :: is_right
    character(*), intent(in) :: what
    if (.not. is_right) error stop what
  end subroutine check

end program nested
