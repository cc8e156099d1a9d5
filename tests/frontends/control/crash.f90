! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! An image dies of a wild pointer while the others wait.
program crash
  use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer, c_intptr_t
  implicit none (type)
  integer, pointer :: p
  type(c_ptr) :: nowhere
  nowhere = transfer(8_c_intptr_t, nowhere)
  call c_f_pointer(nowhere, p)
  if (this_image() == num_images()) p = 1
  sync all
end program
