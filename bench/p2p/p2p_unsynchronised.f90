! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The arithmetic and the puts of the other variants of PRK p2p, with no waiting at all: no variant can be faster. No
! image waits for the values that it needs, so its values are not the kernel's and are not verified.
program p2p_unsynchronised
  use p2p_images, only: grid, problem, me, images, width, set_up, compute, start_clock, finish
  implicit none
  integer :: iteration
  call set_up()
  do iteration = 0, problem%iterations
    if (iteration == 1) call start_clock()
    call sweep()
  end do
  call finish(verify=.false.)

contains

  subroutine sweep()
    integer :: line
    do line = 2, problem%lines
      call compute(line)
      if (me < images) grid(0, line)[me + 1] = grid(width, line)
    end do
    if (me == images) grid(1, 1)[1] = -grid(width, problem%lines)
  end subroutine sweep

end program p2p_unsynchronised
