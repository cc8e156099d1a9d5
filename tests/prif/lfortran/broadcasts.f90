! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! CO_BROADCAST of an array, a scalar and a text.
program broadcasts
  implicit none
  integer :: a(6), i
  character(len=5) :: word
  a = this_image()
  i = 10 * this_image()
  word = "image"
  if (this_image() == num_images()) word = "other"
  call co_broadcast(a(1:5:2), source_image=num_images())
  if (a(1) /= num_images() .or. a(3) /= num_images() .or. a(2) /= this_image()) error stop 3
  call co_broadcast(i, source_image=1)
  if (i /= 10) error stop 4
  call co_broadcast(word, num_images())
  if (word /= "other") error stop 5
  if (this_image() == 1) print *, "broadcasts: done"
end program broadcasts
