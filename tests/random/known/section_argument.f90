! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Where an argument begins in its coarray is left out when a part of it is assigned to a whole
! allocatable array.
program section_argument
  implicit none
  integer :: x(10)[*], next, i
  integer, allocatable :: m(:, :)[:]
  next = mod(this_image(), num_images()) + 1
  x = [(100*this_image() + i, i=1, 10)]
  allocate (m(4, 4)[*])
  m = reshape([(100*this_image() + i, i=1, 16)], [4, 4])
  sync all
  call line(x(4:9), 100*next + [5, 6])
  call plane(m(2:3, 2:3))
  sync all
contains
  subroutine line(a, right)
    integer, intent(inout) :: a(6)[*]
    integer, intent(in) :: right(2)
    integer, allocatable :: y(:), z(:)
    integer :: own(2)
    y = a(2:3)[next] !warned
    y = (a(2:3)[next]) !right
    allocate (z(2))
    z(:) = a(2:3)[next] !warned
    z(1:2) = a(2:3)[next] !right
    own = a(2:3)[next]
    if (any([y, z, own] /= [right, right, right])) error stop 'a part is wrong'
  end subroutine
  subroutine plane(a)
    integer, intent(inout) :: a(:, :)[*]
    integer, allocatable :: column(:)
    column = a(:, 2)[next] !warned
    column = (a(:, 2)[next]) !right
    if (any(column /= 100*next + [10, 11])) error stop 'a column is wrong'
    print '(a)', 'right'
  end subroutine
end program
