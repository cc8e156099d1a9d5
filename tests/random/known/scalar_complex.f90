! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! An assignment to a scalar complex coarray is lost, unless it is allocatable.
program scalar_complex
  implicit none
  complex(8), save :: z[*] !wrong
  complex(8), save :: z(1)[*] !right
  complex(8), allocatable :: a[:]
  complex(8) :: v
  allocate (a[*])
  v = (3, 4)
  a = v
  z = v !warned
  z(1) = v !right
  call co_sum(z) !warned
  call co_sum(z(1)) !right
  sync all
  v = z[1] !wrong
  v = z(1)[1] !right
  if (v == num_images()*a) print '(a)', 'right'
end program
