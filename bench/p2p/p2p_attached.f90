! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The pipelined kernel with attached events, one for each line: the put into a line is the post too.
program p2p_attached
  use, intrinsic :: iso_fortran_env, only: event_type
  use arauto, only: event_attach
  use p2p_images, only: grid, problem, me, images, width, set_up, compute, start_clock, finish
  implicit none
  type(event_type), allocatable :: ready(:)[:]
  type(event_type) :: corner[*]
  integer :: iteration, line
  call set_up()
  allocate(ready(problem%lines)[*])
  if (me > 1) then
    do line = 2, problem%lines
      call event_attach(ready(line), grid(0, line))
    end do
  end if
  if (me == 1) call event_attach(corner, grid(1, 1))
  sync all   ! from here on all puts are noticed
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
      if (me < images) grid(0, line)[me + 1] = grid(width, line)
    end do
    if (me == images) grid(1, 1)[1] = -grid(width, problem%lines)
    if (me == 1) event wait (corner)
  end subroutine sweep

end program p2p_attached
