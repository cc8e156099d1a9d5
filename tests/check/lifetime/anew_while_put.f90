! RACE yes; pair anew_while_put.f90:19 anew_while_put.f90:21; images 3;
! an image puts into a coarray that was allocated anew, where another reads
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer, allocatable :: a(:)[:]
  integer :: seen, i
  do i = 1, 2
    allocate (a(10)[*])
    a(3) = 0
    sync all
    if (this_image() == 1) a(3)[2] = i
    deallocate (a)
  end do
  allocate (a(10)[*])
  a(3) = 0
  sync all
  if (this_image() == 1) a(3)[2] = 9
  if (this_image() == 3) then
    seen = a(3)[2]
    if (seen > 9) error stop
  end if
  deallocate (a)
end program p
