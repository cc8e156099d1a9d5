! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Allocated memory goes from a coarray's component to a variable and to another coarray's component, and back.
program components_exchange
  implicit none
  type block
    real, allocatable :: data(:, :)
  end type
  type(block) :: mine[*], other[*]
  real, allocatable :: plain(:, :)
  integer :: me, n, left, step
  real :: corner
  me = this_image()
  n = num_images()
  left = merge(n, me - 1, me == 1)
  allocate (mine%data(me + 1, 3), source=real(me))
  do step = 1, 5
    other = filled(me + step)
    call move_alloc(mine%data, plain)
    call move_alloc(other%data, mine%data)
    call move_alloc(plain, other%data)
    sync all
    corner = mine[left]%data(left + step, 2)
    if (corner /= real(left + step)) error stop 'another corner'
    if (any(shape(other%data) /= [me + max(1, step - 1), 3])) error stop 'another shape'
    if (step == 1 .and. other[left]%data(1, 1) /= real(left)) error stop 'another value'
    if (step > 1) then
      if (other[left]%data(1, 1) /= real(left + step - 1)) error stop 'another former value'
    end if
    sync all
  end do
  if (me == 1) print '(a)', 'ok'
contains
  function filled(rows) result(made)
    integer, intent(in) :: rows
    type(block) :: made
    allocate (made%data(rows, 3), source=real(rows))
  end function
end program
