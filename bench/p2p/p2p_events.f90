! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The pipelined kernel with events, one for each line: a put, and a post that the right neighbour waits for.
program p2p_events
  use, intrinsic :: iso_fortran_env, only: event_type
  use p2p_images, only: grid, problem, me, images, width, set_up, compute, start_clock, finish
  implicit none
  type(event_type), allocatable :: ready(:)[:]
  type(event_type) :: corner[*]
  integer :: iteration
  call set_up()
  allocate(ready(problem%lines)[*])
  do iteration = 0, problem%iterations
    if (iteration == 1) call start_clock()
    call sweep()
  end do
  call finish(verify=.true.)

contains

  subroutine sweep()
    integer :: line
    do line = 2, problem%lines
      if (me > 1) event wait (ready(line))
      call compute(line)
      if (me < images) then
        grid(0, line)[me + 1] = grid(width, line)
        event post (ready(line)[me + 1])
      end if
    end do
    if (me == images) then
      grid(1, 1)[1] = -grid(width, problem%lines)
      event post (corner[1])
    end if
    if (me == 1) event wait (corner)
  end subroutine sweep

end program p2p_events
