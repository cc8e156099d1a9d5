! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Step 3 of the tutorial (docs/guide/tutorial.md): an image waits for its neighbours alone.
program heat3
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  integer, parameter :: n = 400, steps = 2000
  real(dp), allocatable :: t(:, :, :)[:]
  integer, allocatable :: neighbours(:)
  integer :: me, width, step, now

  me = this_image()
  width = last(me) - first(me) + 1
  allocate(t(0:n+1, 0:n/num_images()+2, 0:1)[*])
  t = 0.0_dp
  t(0, :, :) = 100.0_dp
  neighbours = pack([me - 1, me + 1], [me > 1, me < num_images()])
  sync all                                ! no image puts before all have set up their part
  do step = 1, steps
    now = mod(step, 2)
    call exchange_halos(now)
    call advance(t(:, 0:width+1, now), t(:, 0:width+1, 1 - now))
  end do
  sync all
  if (me == 1) call report(mod(steps + 1, 2))

contains

  ! The columns of the plate that an image has.
  pure integer function first(image)
    integer, intent(in) :: image
    first = (n * (image - 1)) / num_images() + 1
  end function first

  pure integer function last(image)
    integer, intent(in) :: image
    last = (n * image) / num_images()
  end function last

  ! My outer columns go into the halos of my neighbours, and we wait for each other.
  subroutine exchange_halos(now)
    integer, intent(in) :: now
    integer :: halo_of_left
    if (me > 1) halo_of_left = last(me - 1) - first(me - 1) + 2
    if (me > 1) t(1:n, halo_of_left, now)[me - 1] = t(1:n, 1, now)
    if (me < num_images()) t(1:n, 0, now)[me + 1] = t(1:n, width, now)
    sync images (neighbours)
  end subroutine exchange_halos

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

  ! Image 1 reads the two temperatures where they are.
  subroutine report(now)
    integer, intent(in) :: now
    integer :: owner
    real(dp) :: upper, lower
    owner = 1
    do while (last(owner) < n/2)
      owner = owner + 1
    end do
    upper = t(20, n/2 - first(owner) + 1, now)[owner]
    lower = t(50, n/2 - first(owner) + 1, now)[owner]
    print '(a,2f15.10)', 'temperatures 20 and 50 cells below the edge: ', upper, lower
  end subroutine report

end program heat3
