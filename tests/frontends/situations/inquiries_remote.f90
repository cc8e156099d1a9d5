! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Bounds, shapes, lengths and the state of components that each image has allocated differently, or not at all.
program inquiries_remote
  implicit none
  type histogram
    integer, allocatable :: bins(:)
    real, allocatable :: plane(:, :)
    character(:), allocatable :: title
  end type
  type(histogram) :: h[*]
  integer :: me, k, i, low, high, sides(2), starts(2)
  me = this_image()
  allocate (h%bins(-me:2*me))
  h%bins = [(i, i=-me, 2*me)]
  if (mod(me, 2) == 0) allocate (h%plane(me, 0:me), source=real(me))
  h%title = repeat('t', 3*me)
  sync all
  do k = 1, num_images()
    low = lbound(h[k]%bins, 1)
    high = ubound(h[k]%bins, 1)
    if (low /= -k .or. high /= 2*k) error stop 'other bounds'
    if (size(h[k]%bins) /= 3*k + 1) error stop 'another size'
    do i = low, high
      if (h[k]%bins(i) /= i) error stop 'another bin'
    end do
    if (allocated(h[k]%plane) .neqv. mod(k, 2) == 0) error stop 'another state'
    if (allocated(h[k]%plane)) then
      sides = shape(h[k]%plane)
      starts = lbound(h[k]%plane)
      if (any(sides /= [k, k + 1]) .or. any(starts /= [1, 0])) error stop 'another shape'
      if (size(h[k]%plane, 2) /= k + 1 .or. ubound(h[k]%plane, dim=2) /= k) error stop 'another side'
      if (h[k]%plane(k, k) /= k) error stop 'another corner'
    end if
    if (len(h[k]%title) /= 3*k) error stop 'another length'
  end do
  sync all
  if (me == 1) print '(a)', 'ok'
end program
