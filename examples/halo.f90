! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! A ring of cells divided among the images. Each image fetches its neighbours' outer cells and waits for these two only.
! (heat/heat.f90 does the same with events, which lets an image run ahead.)
program halo
  implicit none
  integer, parameter :: cells = 100, steps = 50
  real :: u(0:cells + 1)[*], new(cells), total_before, total
  integer :: me, n, left, right, step
  me = this_image()
  n = num_images()
  left = merge(n, me - 1, me == 1)
  right = merge(1, me + 1, me == n)
  u = 0
  if (me == 1) u(1) = 1024
  total_before = sum(u(1:cells))
  call co_sum(total_before)
  do step = 1, steps
    call wait_for_neighbours()               ! their cells of the last step are complete
    u(0) = u(cells)[left]
    u(cells + 1) = u(1)[right]
    new = 0.25 * u(0:cells - 1) + 0.5 * u(1:cells) + 0.25 * u(2:cells + 1)
    call wait_for_neighbours()               ! they have read mine
    u(1:cells) = new
  end do
  total = sum(u(1:cells))
  call co_sum(total)
  if (abs(total - total_before) > 1.0e-3 * total_before) error stop 'something was lost on the way'
  if (me == 1) print '(a,f7.1,a,f7.1)', 'sum before', total_before, ', after', total

contains

  ! SYNC IMAGES must not name an image twice, and on one or two images the neighbours are the same.
  subroutine wait_for_neighbours()
    if (left == right) then
      sync images (left)
    else
      sync images ([left, right])
    end if
  end subroutine wait_for_neighbours

end program halo
