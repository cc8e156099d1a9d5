! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! An MPI program with plain arrays, whose halos the library arauto_halo exchanges; the same exchange by messages must give the
! same bits. docs/guide/halo-library.md says how to compile it.
program halo_mpi_plain
  use mpi
  use arauto_halo
  implicit none
  integer, parameter :: nx = 40, ny = 30, levels = 4, steps = 20, real8 = MPI_DOUBLE_PRECISION
  type(halo_grid) :: grid
  type(halo_plan) :: plan
  real(kind=8), allocatable, target :: u(:, :, :)
  real(kind=8), allocatable :: v(:, :, :)
  integer :: me, ranks, error, lower(2), upper(2), i, j, k, step

  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  call halo_grid_create(grid, [nx, ny], periodic=[.true., .true.])
  call halo_owned(grid, lower, upper)
  allocate(u(lower(1) - 1:upper(1) + 1, lower(2) - 1:upper(2) + 1, levels), source=0.0d0)
  do k = 1, levels
    do j = lower(2), upper(2)
      do i = lower(1), upper(1)
        u(i, j, k) = mod(7 * i + 13 * j + 29 * k, 127) / 127.0d0
      end do
    end do
  end do
  v = u
  call halo_plan_create(plan, grid, halo_direct_corners)
  call halo_plan_add(plan, u, [1, 1], [1, 1])
  call halo_plan_commit(plan)
  do step = 1, steps
    call halo_exchange(plan)
    call exchange_by_messages(v)
    call compute(u)
    call compute(v)
  end do
  if (any(transfer(u, [0]) /= transfer(v, [0]))) then
    print '(a,i0)', 'halo_mpi_plain: other bits on rank ', me
    call MPI_Abort(MPI_COMM_WORLD, 1, error)
  end if
  if (me == 0) print '(a,i0,a)', 'the library and messages, the same bits; ', ranks, ' processes'
  call halo_plan_free(plan)
  call halo_grid_free(grid)
  call MPI_Finalize(error)

contains

  subroutine compute(a)
    real(kind=8), intent(inout) :: a(lower(1) - 1:, lower(2) - 1:, :)
    real(kind=8) :: new(lower(1):upper(1), lower(2):upper(2))
    integer :: i, j, k
    do k = 1, levels
      do j = lower(2), upper(2)
        do i = lower(1), upper(1)
          new(i, j) = 0.5d0 * a(i, j, k) + 0.1d0 * (a(i - 1, j, k) + a(i + 1, j, k) + a(i, j - 1, k) + a(i, j + 1, k)) &
            + 0.025d0 * (a(i - 1, j - 1, k) + a(i + 1, j + 1, k) + a(i - 1, j + 1, k) + a(i + 1, j - 1, k))
        end do
      end do
      a(lower(1):upper(1), lower(2):upper(2), k) = new
    end do
  end subroutine compute

  ! Axis 1 first; axis 2 takes the corners with it.
  subroutine exchange_by_messages(a)
    real(kind=8), intent(inout) :: a(lower(1) - 1:, lower(2) - 1:, :)
    real(kind=8), allocatable :: got(:, :)
    integer :: below, above
    call halo_neighbour(grid, [-1, 0], below)
    call halo_neighbour(grid, [1, 0], above)
    got = a(lower(1) - 1, :, :)
    call swap(a(upper(1), :, :), above - 1, got, below - 1)
    a(lower(1) - 1, :, :) = got
    call swap(a(lower(1), :, :), below - 1, got, above - 1)
    a(upper(1) + 1, :, :) = got
    call halo_neighbour(grid, [0, -1], below)
    call halo_neighbour(grid, [0, 1], above)
    got = a(:, lower(2) - 1, :)
    call swap(a(:, upper(2), :), above - 1, got, below - 1)
    a(:, lower(2) - 1, :) = got
    call swap(a(:, lower(2), :), below - 1, got, above - 1)
    a(:, upper(2) + 1, :) = got
  end subroutine exchange_by_messages

  subroutine swap(sent, to, got, from)
    real(kind=8), intent(in) :: sent(:, :)
    real(kind=8), intent(inout) :: got(:, :)
    integer, intent(in) :: to, from
    call MPI_Sendrecv(sent, size(sent), real8, to, 1, got, size(got), real8, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
  end subroutine swap

end program halo_mpi_plain
