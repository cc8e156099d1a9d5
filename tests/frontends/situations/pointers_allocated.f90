! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Pointer components that ALLOCATE makes, in elements of coarrays; they change places, and get memory of another size.
program pointers_allocated
  implicit none
  type shelf
    integer :: count = 0
    integer, pointer :: items(:) => null()
    real, pointer :: price => null()
  end type
  type(shelf), allocatable :: shelves(:)[:]
  type(shelf) :: front[*]
  integer, pointer :: kept(:)
  integer :: me, n, left, right, i, round
  me = this_image()
  n = num_images()
  left = merge(n, me - 1, me == 1)
  right = merge(1, me + 1, me == n)
  allocate (shelves(0:2)[*])
  if (ubound(shelves, 1) /= 2) error stop 'another bound'
  do round = 1, 3
    do i = 0, 2
      shelves(i)%count = me + i + round
      allocate (shelves(i)%items(shelves(i)%count), source=100*me + i)
    end do
    allocate (front%price, source=0.5*me)
    sync all
    do i = 0, 2
      if (shelves(i)[right]%count /= right + i + round) error stop 'another count'
      if (any(shelves(i)[right]%items(:) /= 100*right + i)) error stop 'another item'
    end do
    if (front[left]%price /= 0.5*left) error stop 'another price'
    sync all
    kept => shelves(0)%items
    shelves(0)%items => shelves(2)%items
    shelves(2)%items => kept
    sync all
    shelves(2)[right]%items(1) = -me
    front[right]%price = round
    sync all
    if (shelves(0)[left]%items(left + round) /= 100*left + 2) error stop 'not in another place'
    if (kept(1) /= -left .or. front%price /= round) error stop 'nothing put'
    sync all
    do i = 0, 2
      deallocate (shelves(i)%items)
    end do
    deallocate (front%price)
  end do
  if (me == 1) print '(a)', 'ok'
end program
