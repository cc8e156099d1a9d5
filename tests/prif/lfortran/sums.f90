! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Collective subroutines on arrays, sections and scalars.
program sums
  implicit none
  real(8) :: a(4)
  integer :: i, s, n
  complex :: z
  n = num_images()
  a = 2
  call co_sum(a)
  if (any(a /= 2 * n)) error stop 3
  a = this_image()
  call co_sum(a(2:4:2), result_image=1, stat=s)
  if (s /= 0) error stop 4
  if (this_image() == 1) then
    if (a(1) /= 1 .or. a(2) /= n * (n + 1) / 2 .or. a(3) /= 1 .or. a(4) /= n * (n + 1) / 2) error stop 5
  end if
  i = this_image()
  call co_max(i)
  if (i /= n) error stop 6
  i = this_image()
  call co_min(i)
  if (i /= 1) error stop 7
  z = (1.0, -1.0)
  call co_sum(z)
  if (real(z) /= n) error stop 8
  if (this_image() == 1) print *, "sums: done"
end program sums
