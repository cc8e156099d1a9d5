! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! ALLOCATE writes a component's token into the coarray's descriptor.
program pointer_descriptor
  implicit none
  type :: node
    integer, pointer :: value => null()
  end type
  type(node), allocatable :: list(:)[:] !wrong
  type(node), save :: list(3)[*] !right
  integer :: next
  next = mod(this_image(), num_images()) + 1
  allocate (list(3)[*]) !warned
  allocate (list(2)%value)
  list(2)%value = this_image()
  sync all
  if (list(2)[next]%value == next .and. size(list) == 3) print '(a)', 'right'
  sync all
end program
