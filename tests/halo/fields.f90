! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Halo exchanges of Fortran arrays: allocatable, coarrays, sections, derived types, several states; each halo cell must
! have its neighbour's value. Then what is wrong must be refused with a sentence.
program fields
  use arauto_halo
  use, intrinsic :: iso_fortran_env, only: int32, real64, error_unit
  implicit none (type, external)
  type :: pair
    real(real64) :: value
    integer(int32) :: number
  end type pair
  integer, parameter :: nx = 23, ny = 17, levels = 3
  type(halo_grid) :: grid
  integer :: lower(2), upper(2), step

  call halo_grid_create(grid, [nx, ny], periodic=[.true., .false.])
  call halo_owned(grid, lower, upper)
  call check_owners()
  do step = 1, 4
    call plain(step)
    call with_levels(step)
  end do
  call in_a_coarray()
  call from_array_to_array(halo_direct, 'direct')
  call from_array_to_array(halo_read, 'read')
  call from_array_to_array(halo_auto, 'packed (runs are shorter than')
  call refusals()
  call halo_grid_free(grid)

contains

  subroutine require(holds, text)
    logical, intent(in) :: holds
    character(len=*), intent(in) :: text
    if (holds) return
    write (error_unit, '(a,i0,2a)') 'image ', this_image(), ': ', text
    error stop 1
  end subroutine require

  ! The value of a cell of the domain, wherever its copy is.
  elemental real(real64) function value_of(i, j, k)
    integer, intent(in) :: i, j, k
    value_of = modulo(i - 1, nx) + 100 * j + 10000 * k
  end function value_of

  subroutine check_owners()
    integer :: image, first(2), last(2), cells, beside
    cells = 0
    do image = 1, num_images()
      call halo_owned(grid, first, last, image)
      cells = cells + product(last - first + 1)
    end do
    call require(cells == nx * ny, 'the parts are not the domain')
    call halo_neighbour(grid, [0, -1], beside)
    call require((beside == 0) .eqv. (lower(2) == 1), 'the domain ends elsewhere')
    call halo_neighbour(grid, [1, 0], beside)
    call require(beside > 0, 'a periodic domain ends')
  end subroutine check_owners

  ! Depths that differ by side, and corners.
  subroutine plain(step)
    integer, intent(in) :: step
    type(halo_plan) :: plan
    real(real64), allocatable, target :: a(:, :)
    type(pair), allocatable, target :: b(:, :)
    integer :: i, j
    logical :: done
    allocate(a(lower(1) - 2:upper(1) + 1, lower(2) - 1:upper(2) + 2), source=-1.0_real64)
    allocate(b(lower(1) - 1:upper(1) + 1, lower(2):upper(2)))
    call halo_plan_create(plan, grid, merge(halo_direct_corners, halo_corners_by_axes, mod(step, 2) == 0))
    call halo_plan_add(plan, a, [2, 1], [1, 2])
    call halo_plan_add(plan, b, [1, 0], [1, 0])
    call halo_plan_commit(plan)
    do j = lower(2), upper(2)
      do i = lower(1), upper(1)
        a(i, j) = value_of(i, j, step)
        b(i, j) = pair(value_of(i, j, step), i + j)
      end do
    end do
    if (step < 3) then
      call halo_exchange(plan)
    else
      call halo_begin(plan)
      done = .false.
      do while (.not. done)
        call halo_test(plan, done)
      end do
    end if
    do j = lbound(a, 2), ubound(a, 2)
      do i = lbound(a, 1), ubound(a, 1)
        if (j >= 1 .and. j <= ny) then
          call require(nint(a(i, j)) == nint(value_of(i, j, step)), 'a wrong cell of a')
        else
          call require(nint(a(i, j)) == -1, 'a cell outside the domain was changed')
        end if
      end do
    end do
    do j = lower(2), upper(2)
      do i = lower(1) - 1, upper(1) + 1
        call require(nint(b(i, j)%value) == nint(value_of(i, j, step)), 'a wrong cell of b')
        call require(b(i, j)%number == merge(i, modulo(i - 1, nx) + 1, i >= lower(1) .and. i <= upper(1)) + j, 'a wrong number')
      end do
    end do
    call halo_plan_free(plan)
  end subroutine plain

  ! Levels are the first dimension, two states the last; the array has more cells than are exchanged.
  subroutine with_levels(step)
    integer, intent(in) :: step
    type(halo_plan) :: plan
    real(real64), allocatable, target :: a(:, :, :, :)
    integer :: i, j, k, state
    allocate(a(levels, lower(1) - 2:upper(1) + 2, lower(2) - 2:upper(2) + 2, 2), source=-1.0_real64)
    call halo_plan_create(plan, grid)
    call halo_plan_add(plan, a, [1, 1], [1, 1], axes=[2, 3], lower_halo=[2, 2], states=2)
    call halo_plan_commit(plan)
    do state = 1, 2
      do j = lower(2), upper(2)
        do i = lower(1), upper(1)
          a(:, i, j, state) = value_of(i, j, [(k, k=1, levels)] + step + 10 * state)
        end do
      end do
      call halo_begin(plan, state)
      call halo_end_side(plan, 1, -1)
      call require(nint(a(1, lower(1) - 1, lower(2), state)) == nint(value_of(lower(1) - 1, lower(2), 1 + step + 10 * state)), &
        'the lower side has not come')
      call halo_end(plan)
    end do
    do state = 1, 2
      do k = 1, levels
        do j = lower(2), upper(2)
          do i = lower(1) - 1, upper(1) + 1
            call require(nint(a(k, i, j, state)) == nint(value_of(i, j, k + step + 10 * state)), 'a wrong level')
          end do
        end do
      end do
      call require(all(nint(a(:, lower(1) - 2, :, state)) == -1), 'more cells than asked for')
    end do
    call halo_plan_free(plan)
  end subroutine with_levels

  subroutine in_a_coarray()
    type(halo_plan) :: plan
    real(real64), allocatable, target :: a(:, :)[:]
    character(len=400) :: text
    integer :: most(2), image, first(2), last(2), i, j
    most = 0
    do image = 1, num_images()
      call halo_owned(grid, first, last, image)
      most = max(most, last - first + 1)
    end do
    allocate(a(0:most(1) + 1, 0:most(2) + 1)[*], source=0.0_real64)
    associate (n => upper - lower + 1)
      call halo_plan_create(plan, grid)
      call halo_plan_add(plan, a(:n(1) + 1, :n(2) + 1), [1, 1], [1, 1])
      call halo_plan_commit(plan)
      call halo_describe(plan, text)
      call require(index(text, 'to image ') == 1, 'no description: ' // trim(text))
      do j = 1, n(2)
        do i = 1, n(1)
          a(i, j) = value_of(lower(1) + i - 1, lower(2) + j - 1, 7)
        end do
      end do
      call halo_exchange(plan)
      do j = 1, n(2)
        call require(nint(a(0, j)) == nint(value_of(lower(1) - 1, lower(2) + j - 1, 7)), 'the wrong lower cells')
        call require(nint(a(n(1) + 1, j)) == nint(value_of(upper(1) + 1, lower(2) + j - 1, 7)), 'the wrong upper cells')
      end do
    end associate
    call halo_plan_free(plan)
  end subroutine in_a_coarray

  ! Two states of a coarray, exchanged in turn. Axis 2 has contiguous runs, axis 1 has runs of one element.
  subroutine from_array_to_array(mode, word)
    integer, intent(in) :: mode
    character(len=*), intent(in) :: word
    type(halo_plan) :: plan
    real(real64), allocatable, target :: a(:, :, :)[:]
    character(len=2000) :: text
    integer :: most(2), image, first(2), last(2), i, j, step, state
    most = 0
    do image = 1, num_images()
      call halo_owned(grid, first, last, image)
      most = max(most, last - first + 1)
    end do
    allocate(a(0:most(1) + 1, 0:most(2) + 1, 2)[*], source=0.0_real64)
    associate (n => upper - lower + 1)
      call halo_plan_create(plan, grid, halo_direct_corners, mode)
      call halo_plan_add(plan, a(:n(1) + 1, :n(2) + 1, :), [1, 1], [1, 1], states=2)
      call halo_plan_commit(plan)
      call halo_describe(plan, text)
      call require(index(text, word) > 0 .or. index(text, 'on another node') > 0 .or. num_images() == 1, &
        'no ' // word // ': ' // trim(text))
      do step = 1, 6
        state = 1 + mod(step, 2)
        do j = 1, n(2)
          do i = 1, n(1)
            a(i, j, state) = value_of(lower(1) + i - 1, lower(2) + j - 1, step)
          end do
        end do
        call halo_exchange(plan, state)
        do j = merge(0, 1, lower(2) > 1), merge(n(2) + 1, n(2), upper(2) < ny)
          do i = 0, n(1) + 1
            call require(nint(a(i, j, state)) == nint(value_of(lower(1) + i - 1, lower(2) + j - 1, step)), 'a wrong cell: ' // word)
          end do
        end do
      end do
    end associate
    call halo_plan_free(plan)
  end subroutine from_array_to_array

  subroutine refused(stat, message, word)
    integer, intent(in) :: stat
    character(len=*), intent(in) :: message, word
    call require(stat > 0, 'not refused: ' // word)
    call require(index(message, word) > 0, 'another sentence: ' // trim(message))
  end subroutine refused

  subroutine refusals()
    type(halo_grid) :: other
    type(halo_plan) :: plan
    real(real64), target :: a(4, 4), wide(nx, ny)
    integer :: stat
    character(len=200) :: message
    call halo_grid_create(other, [nx, 0], stat=stat, errmsg=message)
    call refused(stat, message, 'along axis 2 there are 0 cells')
    call halo_grid_create(other, [nx, ny], images_along=[num_images() + 1, 1], stat=stat, errmsg=message)
    call refused(stat, message, 'images cannot divide this domain')
    call halo_plan_create(plan, grid)
    call halo_plan_add(plan, a, [1, 1], [1, 1], stat=stat, errmsg=message)
    call refused(stat, message, 'the array has 4 elements; it needs')
    call halo_exchange(plan, stat=stat, errmsg=message)
    call refused(stat, message, 'not committed')
    call halo_plan_free(plan)
    call halo_plan_create(plan, grid, mode=7, stat=stat, errmsg=message)
    call refused(stat, message, '7 is no mode')
    call halo_plan_create(plan, grid, mode=halo_read)
    call halo_plan_add(plan, wide, [0, 0], [0, 0], stat=stat, errmsg=message)
    call refused(stat, message, 'the field has one state')
    call halo_plan_free(plan)
  end subroutine refusals

end program fields
