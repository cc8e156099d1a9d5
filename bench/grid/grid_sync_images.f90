! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The structured grid with SYNC IMAGES: neighbours meet once a step.
program grid_sync_images
  use grid_images, only: left_halo, right_halo, field, problem, me, images, side, width, has_left, has_right, set_up, compute, &
    start_clock, finish
  implicit none
  integer, allocatable :: neighbours(:)
  integer :: iteration, i
  call set_up()
  neighbours = pack([me - 1, me + 1], [(i >= 1 .and. i <= images, i = me - 1, me + 1, 2)])
  do iteration = 0, problem%iterations
    if (iteration == 1) call start_clock()
    call step(mod(iteration + 1, 2))
  end do
  call finish(verify=.true.)

contains

  subroutine step(new)
    integer, intent(in) :: new
    call compute(1, 1, new)
    if (has_left) right_halo(:, new)[me - 1] = field(1:side, 1, new)
    call compute(2, width, new)
    if (has_right) left_halo(:, new)[me + 1] = field(1:side, width, new)
    sync images (neighbours)
  end subroutine step

end program grid_sync_images
