! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Coranks above one, lower cobounds, allocatable coarrays with cobounds of their own, inquiries, dummies.
module shapes
  implicit none
  integer, allocatable :: grid(:)[:, :]
  integer, save :: fixed(2)[0:1, 3:*]
contains
  subroutine show(d, name, e)
    integer, intent(in) :: d(:)[2, *]
    character(len=*), intent(in) :: name
    integer, intent(inout) :: e[0:*]
    integer :: at(2), image
    at = this_image(d)
    image = image_index(d, at)
    print '(a,1x,6(i0,1x))', name, this_image(), at, image, d(1)[at(1), at(2)], e[this_image() - 1]
  end subroutine
end module

program cobounds
  use shapes, only: grid, fixed, show
  implicit none
  integer :: me, p, e[*]
  integer, allocatable :: low(:)[:]
  me = this_image(); p = num_images()
  fixed = me
  e = 5*me
  allocate (grid(3)[2, 0:*], low(0:4)[-2:*])
  grid = me*[1, 10, 100]
  low = me
  sync all
  print '(a,1x,9(i0,1x))', 'fixed', me, this_image(fixed), lcobound(fixed), ucobound(fixed, 1)
  print '(a,1x,9(i0,1x))', 'grid', me, this_image(grid), this_image(grid, 2), lcobound(grid, 2), ucobound(grid)
  print '(a,1x,9(i0,1x))', 'index', me, image_index(grid, [1, 0]), image_index(fixed, [0, 3]), image_index(low, [-2])
  print '(a,1x,9(i0,1x))', 'first', me, grid(3)[1, 0], fixed(1)[0, 3], low(4)[-2], low(0)[p - 3]
  call show(grid(2:), 'dummy', e)
  sync all
  low(2)[me - 3] = 50 + me
  if (me == 1) grid(1)[1, (p - 1)/2] = -9
  sync all
  print '(a,1x,9(i0,1x))', 'after', me, low, grid
  deallocate (grid)
  if (.not. allocated(grid)) print '(a,1x,i0)', 'gone', me
  allocate (grid(2)[1, *])
  grid = me
  sync all
  print '(a,1x,9(i0,1x))', 'again', me, grid(2)[1, p], size(grid)
end program
