! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! A put to one element of an array of deferred length writes all of them.
program deferred_element
  implicit none
  character(:), allocatable :: word(:)[:] !wrong
  character(4), allocatable :: word(:)[:] !right
  integer :: next
  next = mod(this_image(), num_images()) + 1
  allocate (character(4) :: word(3)[*]) !wrong
  allocate (word(3)[*]) !right
  word(:) = 'none'
  word(2) = 'self'
  sync all
  word(3) = word(2)[next] !warned
  word(3) = word(2)[next] !right
  sync all
  word(1)[next] = 'came' !warned
  word(1)[next] = 'came' !right
  sync all
  if (all(word == ['came', 'self', 'self'])) print '(a)', 'right'
end program
