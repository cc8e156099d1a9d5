! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Producer and consumer: image 1 fills slots of image 2 and posts an event for each; image 2 posts back when a slot is free.
! Neither waits for more than it needs.
program pipeline
  use, intrinsic :: iso_fortran_env, only: event_type
  implicit none
  integer, parameter :: slots = 4, items = 1000
  integer :: box(slots)[*], item, slot
  type(event_type) :: filled(slots)[*], free(slots)[*]
  integer(8) :: total
  if (num_images() < 2) error stop 'the pipeline needs two images'
  total = 0
  do item = 1, items
    slot = mod(item - 1, slots) + 1
    if (this_image() == 1) then
      if (item > slots) event wait (free(slot))
      box(slot)[2] = item
      event post (filled(slot)[2])
    else if (this_image() == 2) then
      event wait (filled(slot))
      total = total + box(slot)
      event post (free(slot)[1])
    end if
  end do
  if (this_image() == 2) then
    print '(a,i0)', 'sum of what came through: ', total
    if (total /= int(items, 8) * (items + 1) / 2) error stop 'an item was lost'
  end if
end program pipeline
