! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Step 1 of the tutorial (docs/guide/tutorial.md): heat spreads over a square plate whose upper edge is hot. A serial program.
program heat1
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  integer, parameter :: n = 400, steps = 2000
  real(dp) :: t(0:n+1, 0:n+1, 0:1)
  integer :: step, now

  t = 0.0_dp
  t(0, :, :) = 100.0_dp
  do step = 1, steps
    now = mod(step, 2)
    call advance(t(:, :, now), t(:, :, 1 - now))
  end do
  now = mod(steps + 1, 2)
  print '(a,2f15.10)', 'temperatures 20 and 50 cells below the edge: ', t(20, n/2, now), t(50, n/2, now)

contains

  subroutine advance(old, new)
    real(dp), intent(in) :: old(0:, 0:)
    real(dp), intent(inout) :: new(0:, 0:)
    integer :: i, j
    do j = 1, ubound(old, 2) - 1
      do i = 1, n
        new(i, j) = old(i, j) + 0.2_dp * (old(i-1, j) + old(i+1, j) + old(i, j-1) + old(i, j+1) - 4 * old(i, j))
      end do
    end do
  end subroutine advance

end program heat1
