! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Components of components, in elements of an allocatable coarray that procedures get as class and allocatable dummies.
module meshes
  implicit none
  type cell
    real, allocatable :: values(:)
  end type
  type mesh
    type(cell), allocatable :: cells(:)
    integer, allocatable :: depth
  end type
contains
  subroutine refine(cells, by)
    type(cell), allocatable, intent(inout) :: cells(:)
    integer, intent(in) :: by
    type(cell), allocatable :: finer(:)
    integer :: i
    allocate (finer(size(cells)*by))
    do i = 1, size(finer)
      finer(i)%values = [cells((i - 1)/by + 1)%values, real(i)]
    end do
    call move_alloc(finer, cells)
  end subroutine
  subroutine begin(m, n)
    class(mesh), intent(inout) :: m
    integer, intent(in) :: n
    integer :: i
    if (allocated(m%cells)) deallocate (m%cells)
    allocate (m%cells(n))
    do i = 1, n
      allocate (m%cells(i)%values(i), source=real(i))
    end do
    m%depth = n
  end subroutine
end module

program components_mesh
  use meshes
  implicit none
  type(mesh), allocatable :: all(:)[:]
  integer :: me, n, k, round, depth
  real :: last
  me = this_image()
  n = num_images()
  do round = 1, 3
    allocate (all(2)[*])
    call begin(all(1), me)
    call begin(all(2), me + round)
    call refine(all(2)%cells, 2)
    sync all
    do k = 1, n
      depth = all(1)[k]%depth
      if (depth /= k) error stop 'another depth'
      if (size(all(2)[k]%cells) /= 2*(k + round)) error stop 'another number of cells'
      last = all(2)[k]%cells(2*(k + round))%values(k + round + 1)
      if (last /= real(2*(k + round))) error stop 'another value'
    end do
    sync all
    deallocate (all)
  end do
  if (me == 1) print '(a)', 'ok'
end program
