! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Heat on a square plate, its columns divided among images. Each image attaches an event to the column that a neighbour writes:
! from then on the neighbour's put posts the event, and the program contains no EVENT POST at all. The first column is on its
! way while the others are computed. bench/grid is the same at full size, with other ways beside it.
program halo_attach
  use, intrinsic :: iso_fortran_env, only: real64, event_type
  use arauto, only: event_attach
  implicit none
  integer, parameter :: rows = 24, columns = 6, steps = 100     ! columns of each image
  real(real64) :: left(rows, 0:1)[*], right(rows, 0:1)[*]       ! the neighbours' outer columns, of even and odd steps:
  type(event_type) :: left_came(0:1)[*], right_came(0:1)[*]     ! a neighbour may be one step ahead, and never two
  real(real64) :: plate(rows, columns, 0:1)
  integer :: me, n, step, new, j
  me = this_image()
  n = num_images()
  plate = 0
  left = 0
  right = 0
  if (me == 1) left = 1                                         ! the left edge is kept hot, the others cold
  do j = 0, 1
    call event_attach(left_came(j), left(:, j))
    call event_attach(right_came(j), right(:, j))
  end do
  sync all                                                      ! attached everywhere, and no put came before
  do step = 1, steps
    new = mod(step, 2)
    plate(:, 1, new) = relaxed(plate(:, :, 1 - new), left(:, 1 - new), right(:, 1 - new), 1)
    if (me > 1) right(:, new)[me - 1] = plate(:, 1, new)
    do j = 2, columns
      plate(:, j, new) = relaxed(plate(:, :, 1 - new), left(:, 1 - new), right(:, 1 - new), j)
    end do
    if (me < n) left(:, new)[me + 1] = plate(:, columns, new)
    if (me > 1) event wait (left_came(new))
    if (me < n) event wait (right_came(new))
  end do
  if (any(plate(:, :, mod(steps, 2)) /= alone())) error stop 'the plate differs from one that was computed by one image'
  sync all
  if (me == 1) print '(a,f8.4)', 'heat in the middle of the first column: ', plate(rows / 2, 1, mod(steps, 2))

contains

  ! Column j of the next state: a quarter of each neighbour; outside above and below it is cold. Only the outermost columns
  ! look at what came: a neighbour may put again as soon as it has the first of them.
  pure function relaxed(old, before, after, j) result(next)
    real(real64), intent(in) :: old(:, :), before(:), after(:)
    integer, intent(in) :: j
    real(real64) :: next(rows), west(rows), east(rows)
    if (j > 1) then
      west = old(:, j - 1)
    else
      west = before
    end if
    if (j < size(old, 2)) then
      east = old(:, j + 1)
    else
      east = after
    end if
    next = 0.25_real64 * ((eoshift(old(:, j), 1) + eoshift(old(:, j), -1)) + (west + east))
  end function relaxed

  ! This image's columns of the same plate, computed without anybody's help.
  function alone() result(mine)
    real(real64) :: mine(rows, columns), all(rows, columns * n), next(rows, columns * n), hot(rows), cold(rows)
    integer :: t, k
    all = 0
    hot = 1
    cold = 0
    do t = 1, steps
      do k = 1, columns * n
        next(:, k) = relaxed(all, hot, cold, k)
      end do
      all = next
    end do
    mine = all(:, (me - 1) * columns + 1:me * columns)
  end function alone

end program halo_attach
