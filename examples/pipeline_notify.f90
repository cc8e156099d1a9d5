! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! A pipeline of images with Fortran 2023's notification. Every value needs the one to its left, so an image can work on a line
! only when its left neighbour has sent the last value of it. The put carries the notification: there is no second operation,
! only the image that needs the value waits, and the sender goes on to its next line.
!
! Compile with `arauto fc`, whatever gfortran it finds. bench/p2p is the same at full size, with other ways beside it.
program pipeline_notify
  use, intrinsic :: iso_fortran_env, only: notify_type
  implicit none
  integer, parameter :: points = 10, lines = 40
  integer :: grid(0:points, lines)[*]      ! column 0 is written by the left neighbour
  type(notify_type) :: ready(lines)[*]     ! one for each line, so that no line is taken for another
  integer :: me, i, line
  me = this_image()
  grid = 0
  grid(:, 1) = [((me - 1) * points + i, i = 0, points)]   ! the first line: the number of the point
  if (me == 1) grid(0, :) = [(line - 1, line = 1, lines)] ! the first point: the number of the line
  sync all                                 ! no neighbour may put before the grid is cleared
  do line = 2, lines
    if (me > 1) notify wait (ready(line))
    do i = 1, points
      grid(i, line) = grid(i - 1, line) + grid(i, line - 1) - grid(i - 1, line - 1)
    end do
    if (me < num_images()) grid(0, line)[me + 1, notify=ready(line)] = grid(points, line)
  end do
  do line = 1, lines
    if (any(grid(1:, line) /= [((me - 1) * points + i + line - 1, i = 1, points)])) error stop 'a value is wrong'
  end do
  sync all
  if (me == num_images()) print '(a,i0)', 'value at the end of the pipeline: ', grid(points, lines)
end program pipeline_notify
