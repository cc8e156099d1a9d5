! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The pipelined kernel with SYNC IMAGES: the neighbours meet at every line, so the left one waits too.
program p2p_sync_images
  use p2p_images, only: grid, problem, me, images, width, set_up, compute, start_clock, finish
  implicit none
  integer :: iteration
  call set_up()
  do iteration = 0, problem%iterations
    if (iteration == 1) call start_clock()
    call sweep()
  end do
  call finish(verify=.true.)

contains

  subroutine sweep()
    integer :: line
    do line = 2, problem%lines
      if (me > 1) sync images (me - 1)
      call compute(line)
      if (me < images) then
        grid(0, line)[me + 1] = grid(width, line)
        sync images (me + 1)
      end if
    end do
    if (me == images) grid(1, 1)[1] = -grid(width, problem%lines)
    if (images == 1) return
    if (me == images) sync images (1)
    if (me == 1) sync images (images)
  end subroutine sweep

end program p2p_sync_images
