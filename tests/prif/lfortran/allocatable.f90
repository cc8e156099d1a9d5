! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! An allocatable coarray, twice.
program allocatable_coarray
  implicit none
  real(8), allocatable :: x(:)[:]
  integer :: s, round
  do round = 1, 2
    allocate(x(3)[*], stat=s)
    if (s /= 0) error stop 3
    x = 1.0d0 * this_image()
    sync all
    if (this_image() == 1) x(2)[num_images()] = -1.0d0
    sync all
    if (this_image() == num_images()) then
      if (x(1) /= num_images() .or. x(2) /= -1.0d0) error stop 4
    end if
    deallocate(x)
  end do
  if (this_image() == 1) print *, "allocatable: done"
end program allocatable_coarray
