! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! A shared library that the program opens by dlopen.
module opened
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int), save :: kept(3)[*] = [1, 2, 3]
contains
  integer(c_int) function exchange(value, image) bind(C, name="exchange_opened") result(sum_of_kept)
    integer(c_int), value :: value, image
    sync all
    kept(2)[image] = value
    sync all
    sum_of_kept = sum(kept(:)[image]) + kept(2)
    sync all
  end function
end module
