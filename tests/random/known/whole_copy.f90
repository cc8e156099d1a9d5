! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! After a copy of a whole structure with allocatable components its pointers are the other image's.
program whole_copy
  implicit none
  type :: t
    integer :: i
    integer, allocatable :: k(:)
  end type
  type(t) :: x[*], y
  allocate (x%k(3), y%k(3))
  x%i = this_image()
  x%k = [1, 2, 3]*this_image()
  sync all
  y = x[num_images()] !warned
  y%i = x[num_images()]%i !right
  y%k(:) = x[num_images()]%k(:) !right
  sync all
  x%k = 0
  sync all
  if (all(y%k == [1, 2, 3]*num_images()) .and. y%i == num_images()) print '(a)', 'right'
  sync all
end program
