! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! A static coarray begins with what is on the stack, also in pointers without an initial value.
program pointer_undefined
  implicit none
  type :: node
    integer :: rank = 0
    real, pointer :: value !wrong
    real, pointer :: value => null() !right
  end type
  type(node) :: one[*]
  allocate (one%value) !warned
  allocate (one%value) !right
  one%value = this_image()
  sync all
  if (one[1]%value == 1) print '(a)', 'right'
  sync all
end program
