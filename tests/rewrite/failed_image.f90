! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! STAT= beside NOTIFY=: 0 while the image is there, STAT_FAILED_IMAGE when it is not, and the program
! goes on. The compilers themselves read STAT= and forget it.
program failed
  use, intrinsic :: iso_fortran_env, only: notify_type, stat_failed_image, int64
  implicit none
  type(notify_type) :: came[*]
  real :: x(6)[*]
  integer :: status
  integer(int64) :: long_status
  if (this_image() == num_images()) then
    notify wait (came)
    if (any(x(1:3) /= [1, 2, 3])) error stop 'data'
    fail image
  end if
  if (this_image() == 1) then
    status = -1
    x(1:3)[num_images(), notify=came, stat=status] = [1, 2, 3]
    if (status /= 0) error stop 'the first put'
    do while (status == 0)
      x(4)[num_images(), stat=status, notify=came] = 4
    end do
    if (status /= stat_failed_image) error stop 'status'
    x(5:6)[num_images(), stat=long_status, notify=came] = 5
    if (long_status /= stat_failed_image) error stop 'long status'
    print '(a)', 'went on'
  end if
end program
