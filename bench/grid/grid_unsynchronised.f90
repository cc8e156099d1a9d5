! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The grid kernel with the puts of the other variants and no waiting: a bound on their speed. No image waits for the
! columns that it needs, so its values are not the kernel's and are not verified.
program grid_unsynchronised
  use grid_images, only: left_halo, right_halo, field, problem, me, side, width, has_left, has_right, set_up, compute, &
    start_clock, finish
  implicit none
  integer :: iteration
  call set_up()
  do iteration = 0, problem%iterations
    if (iteration == 1) call start_clock()
    call step(mod(iteration + 1, 2))
  end do
  call finish(verify=.false.)

contains

  subroutine step(new)
    integer, intent(in) :: new
    call compute(1, 1, new)
    if (has_left) right_halo(:, new)[me - 1] = field(1:side, 1, new)
    call compute(2, width, new)
    if (has_right) left_halo(:, new)[me + 1] = field(1:side, width, new)
  end subroutine step

end program grid_unsynchronised
