! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! An assignment to a scalar complex coarray that is a dummy argument is lost.
module complex_dummy_m
  implicit none
contains
  subroutine set(z)
    complex(8), intent(inout) :: z[*] !wrong
    complex(8), intent(inout) :: z(1)[*] !right
    z = (3, 4) !warned
    z(1) = (3, 4) !right
  end subroutine
end module
program complex_dummy
  use complex_dummy_m
  implicit none
  complex(8) :: c(3)[*]
  c = 0
  sync all
  call set(c(2)) !wrong
  call set(c(2:2)) !right
  if (c(2) == (3, 4)) print '(a)', 'right'
end program
