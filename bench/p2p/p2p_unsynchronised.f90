! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The same arithmetic and the same puts with no waiting at all: the bound that no variant can pass. Its values are not the
! kernel's, since nobody waits for the values he needs, and therefore they are not verified.
program p2p_unsynchronised
  use p2p_images, only: grid, what, me, images, width, set_up, compute, start_clock, finish
  implicit none
  integer :: iteration
  call set_up()
  do iteration = 0, what%iterations
    if (iteration == 1) call start_clock()
    call sweep()
  end do
  call finish(verified=.false.)

contains

  subroutine sweep()
    integer :: line
    do line = 2, what%lines
      call compute(line)
      if (me < images) grid(0, line)[me + 1] = grid(width, line)
    end do
    if (me == images) grid(1, 1)[1] = -grid(width, what%lines)
  end subroutine sweep

end program p2p_unsynchronised
