! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The bounds of another image's component are taken for 1 and its extent.
program bounds
  implicit none
  type :: grid
    integer :: low, high
    real, allocatable :: value(:)
  end type
  type(grid) :: g[*]
  integer :: low, next
  next = mod(this_image(), num_images()) + 1
  g%low = -this_image()
  g%high = 2*this_image()
  allocate (g%value(g%low:g%high))
  sync all
  low = lbound(g[next]%value, 1) !warned
  if (low == -next .and. ubound(g[next]%value, 1) == 2*next) print '(a)', 'right' !warned
  low = g[next]%low !right
  if (low == -next .and. g[next]%high == 2*next .and. size(g[next]%value) == 3*next + 1) print '(a)', 'right' !right
  sync all
end program
