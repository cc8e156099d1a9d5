! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The data that is read reaches an array of the compiler's own, and is not copied from there.
program vector_left_behind
  implicit none
  type :: cell
    integer :: k = 0
    integer :: w(5) = 0
    integer, allocatable :: unused
  end type
  type(cell), allocatable :: c(:)[:]
  integer, allocatable :: x(:)[:]
  integer :: v(3), next
  next = mod(this_image(), num_images()) + 1
  allocate (c(6)[*], x(6)[*])
  v = [4, 1, 5]
  c%k = 10*this_image()
  x = 100*this_image()
  sync all
  c(v)%k = x([2, 3, 6])[next] !warned
  c(2)%w(v) = x([2, 3, 6])[next] !warned
  x(v) = c([2, 3, 6])[next]%k !warned
  c(v)%k = (x(2:6:2)[next]) !right
  c(2)%w(v) = (x(2:6:2)[next]) !right
  sync all !right
  x(v) = (c([2, 3, 6])[next]%k) !right
  if (all(c(v)%k == 100*next) .and. all(c(2)%w(v) == 100*next) .and. all(x(v) == 10*next)) print '(a)', 'right'
  sync all
end program
