! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! A program with two races that `arauto check` finds: each image sends the sum of its cells to the next one and reads
! what has come without waiting for it. With -DFIXED it waits. docs/guide/race.md tells the story.
program race
  implicit none
  integer, parameter :: steps = 10
  real(8) :: came[*], mine, total
  integer :: step, me, next, before
  integer, allocatable :: neighbours(:)
  me = this_image()
  next = mod(me, num_images()) + 1
  before = mod(me + num_images() - 2, num_images()) + 1
  neighbours = [before, next]
  if (before == next) neighbours = [next]
  came = 0
  total = 0
  sync all
  do step = 1, steps
    mine = me * step
    came[next] = mine
#ifdef FIXED
    sync images (neighbours)
#endif
    total = total + came
#ifdef FIXED
    sync images (neighbours)
#endif
  end do
  sync all
  if (me == 1) print '(a,f0.0)', 'image 1 was sent: ', total
end program race
