! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The structured grid with events: the first column travels while the others are computed, as in the paper's listing.
program grid_events
  use, intrinsic :: iso_fortran_env, only: event_type
  use grid_images, only: left_halo, right_halo, field, problem, me, side, width, has_left, has_right, set_up, compute, &
    start_clock, finish
  implicit none
  type(event_type) :: left_ready(0:1)[*], right_ready(0:1)[*]
  integer :: iteration
  call set_up()
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
    if (has_left) event post (right_ready(new)[me - 1])
    if (has_right) then
      left_halo(:, new)[me + 1] = field(1:side, width, new)
      event post (left_ready(new)[me + 1])
    end if
    if (has_left) event wait (left_ready(new))
    if (has_right) event wait (right_ready(new))
  end subroutine step

end program grid_events
