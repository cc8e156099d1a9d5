! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! More components than a small heap has room for: the rest are in private memory, and can be accessed all the same.
program crowded
  implicit none
  type box
    integer, allocatable :: a(:)
  end type box
  integer, parameter :: n = 250000
  type(box) :: s(24)[*]
  integer :: me, right, left, i, round
  me = this_image()
  right = merge(1, me + 1, me == num_images())
  left = merge(num_images(), me - 1, me == 1)
  do round = 1, 2
    do i = 1, size(s)
      allocate (s(i)%a(n))
      s(i)%a = 0
    end do
    sync all
    do i = 1, size(s)
      s(i)[right]%a(n - 2:) = [i, me, round]
    end do
    sync all
    do i = 1, size(s)
      if (any(s(i)%a(n - 2:) /= [i, left, round]) .or. any(s(i)%a(:n - 3) /= 0)) error stop 'a put is missing'
      if (s(i)[left]%a(n) /= round) error stop 'a get'
    end do
    sync all
    do i = 1, size(s)
      deallocate (s(i)%a)
    end do
  end do
end program crowded
