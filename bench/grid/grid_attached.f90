! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The structured grid with events attached to the halos: the first column travels with its notification while the
! others are computed.
program grid_attached
  use, intrinsic :: iso_fortran_env, only: event_type
  use arauto, only: event_attach
  use grid_images, only: left_halo, right_halo, field, problem, me, side, width, has_left, has_right, set_up, compute, &
    start_clock, finish
  implicit none
  type(event_type) :: left_ready(0:1)[*], right_ready(0:1)[*]
  integer :: iteration, half
  call set_up()
  do half = 0, 1
    call event_attach(left_ready(half), left_halo(:, half))
    call event_attach(right_ready(half), right_halo(:, half))
  end do
  sync all   ! from here on all puts are noticed
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
    if (has_left) event wait (left_ready(new))
    if (has_right) event wait (right_ready(new))
  end subroutine step

end program grid_attached
