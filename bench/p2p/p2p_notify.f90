! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The pipelined kernel with Fortran 2023's notification, one for each line: the put names the notify variable that
! counts it.
program p2p_notify
  use, intrinsic :: iso_fortran_env, only: notify_type
  use p2p_images, only: grid, problem, me, images, width, set_up, compute, start_clock, finish
  implicit none
  type(notify_type), allocatable :: ready(:)[:]
  type(notify_type) :: corner[*]
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
      if (me > 1) notify wait (ready(line))
      call compute(line)
      if (me < images) grid(0, line)[me + 1, notify=ready(line)] = grid(width, line)
    end do
    if (me == images) grid(1, 1)[1, notify=corner] = -grid(width, problem%lines)
    if (me == 1) notify wait (corner)
  end subroutine sweep

end program p2p_notify
