! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Images reduce different types or sizes: each gets an error.
program mismatch
  implicit none (type)
  integer :: x(4), st
  character(:), allocatable :: text ! gfortran passes errmsg= of constant length by value
  allocate(character(100) :: text)
  x = 1
  if (this_image() == 1) then
    call co_sum(x(1:2), stat=st, errmsg=text)
  else
    call co_sum(x, stat=st, errmsg=text)
  end if
  if (st == 0 .or. index(text, 'different') == 0) error stop 'a mismatch was not noticed'
  x = 2
  call co_sum(x, stat=st)
  if (st /= 0 .or. any(x /= 2 * num_images())) error stop 'the next collective'
end program
