! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The very first statement of an image that is ahead reaches the static data of the others, which may still start.
program start
  implicit none
  integer :: first(1000)[*] = 0, k
  if (this_image() == 1) then
    do k = 1, num_images()
      first(:)[k] = k
    end do
  end if
  sync all
  if (any(first /= this_image())) error stop 'a put came too early'
  print '(a,i0)', 'reached ', first(1000)
end program
