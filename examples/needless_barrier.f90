! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! A program that is slow for a reason that `arauto run --trace` names: heat spreads in a rod, of which each image has a
! part, and the images at the two ends have more to do in turn. All images meet in each step, though each needs its two
! neighbours alone; with -DFIXED it waits for these. docs/guide/trace.md tells the story.
program needless_barrier
  implicit none
  integer, parameter :: cells = 1000, steps = 40
  real(8) :: heat(0:cells + 1, 0:1)[*], other(cells), all_heat
  integer, allocatable :: neighbours(:)
  integer :: step, me, images, old, new
  me = this_image()
  images = num_images()
  neighbours = pack([me - 1, me + 1], [me > 1, me < images])
  heat = 0
  if (me == 1) heat(1, 0) = 1000
  other = 1
  sync all
  do step = 1, steps
    old = mod(step - 1, 2)
    new = 1 - old
    heat(0, old) = heat(1, old)
    heat(cells + 1, old) = heat(cells, old)
    if (me > 1) heat(0, old) = heat(cells, old)[me - 1]
    if (me < images) heat(cells + 1, old) = heat(1, old)[me + 1]
    heat(1:cells, new) = (heat(0:cells - 1, old) + 2*heat(1:cells, old) + heat(2:cells + 1, old))/4
    if (me == merge(1, images, mod(step, 2) == 1)) call work(other)
#ifdef FIXED
    sync images (neighbours)
#else
    sync all
#endif
  end do
  all_heat = sum(heat(1:cells, 0))
  call co_sum(all_heat, 1)
  if (me == 1) print '(a,f0.1)', 'the heat of the rod: ', all_heat
contains
  !> More that there is to do at an end of the rod.
  subroutine work(values)
    real(8), intent(inout) :: values(:)
    integer :: i
    do i = 1, 3000
      values = sqrt(values + i)
    end do
  end subroutine work
end program needless_barrier
