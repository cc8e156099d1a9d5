! RACE no; images 2; a coarray that is allocated anew
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer, allocatable :: a(:)[:]
  integer :: i
  do i = 1, 3
    allocate (a(10 * i)[*])
    a(3) = 0
    sync all
    if (this_image() == 1) a(3)[2] = i
    sync all
    if (this_image() == 2 .and. a(3) /= i) error stop
    deallocate (a)
  end do
end program p
