! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! A halo exchange with MPI in six forms, which give the same bits. A ring of cells is divided among the processes by columns; each
! step smooths it over 1 or 2 columns by turns. There are two states: a strip goes straight to the halo of the newer one.
program halo_mpi
  use, intrinsic :: iso_c_binding, only: c_int64_t, c_ptr, c_f_pointer
  use, intrinsic :: iso_fortran_env, only: real64
  use mpi
  use arauto_mpix, only: MPIX_Notify_init, MPIX_Put_notify_tag, MPIX_Put_notify, MPIX_Win_set_num_notify, MPIX_Win_get_notify_value
  implicit none (type)
  integer, parameter :: rows = 40, columns = 30, widest = 2, steps = 25, forms = 6
  integer, parameter :: width = columns + 2 * widest, comm = MPI_COMM_WORLD, real8 = MPI_DOUBLE_PRECISION
  integer(MPI_ADDRESS_KIND), parameter :: bytes = 8 * rows * width * 2
  real(real64), pointer, contiguous :: u(:, :, :)               ! row, column with halo, state
  real(real64) :: results(rows, columns, forms)
  integer :: me, ranks, left, right, neighbours, ierror         ! neighbours: a group
  integer :: dynamic, window, requests(2), form
  integer(c_int64_t) :: strips = 0                              ! that have been due from each side: for form 6
  call set_up()
  do form = 1, forms
    call run(form, results(:, :, form))
    if (any(results(:, :, form) /= results(:, :, 1))) error stop 'halo_mpi: the forms differ'
  end do
  call clean_up()

contains

  subroutine exchange(form, now, depth)
    integer, intent(in) :: form, now, depth
    select case (form)
    case (1)
      call two_sided(now, depth)
    case (2)
      call pscw_with_a_window_each_time(now, depth)
    case (3)
      call pscw_with_a_dynamic_window(now, depth)
    case (4)
      call notified(now, depth)
    case (5)
      call notified_persistent(now, depth)
    case (6)
      call counted(now, depth)
    end select
  end subroutine exchange

  subroutine two_sided(now, depth)
    integer, intent(in) :: now, depth
    integer :: n, requests(4)
    n = rows * depth
    call MPI_Irecv(u(1, 1 - depth, now), n, real8, left, 1, comm, requests(1), ierror)
    call MPI_Irecv(u(1, columns + 1, now), n, real8, right, 2, comm, requests(2), ierror)
    call MPI_Isend(u(1, columns + 1 - depth, now), n, real8, right, 1, comm, requests(3), ierror)
    call MPI_Isend(u(1, 1, now), n, real8, left, 2, comm, requests(4), ierror)
    call MPI_Waitall(4, requests, MPI_STATUSES_IGNORE, ierror)
  end subroutine two_sided

  subroutine pscw_with_a_window_each_time(now, depth)
    integer, intent(in) :: now, depth
    integer :: n, created
    n = rows * depth
    call MPI_Win_create(u, bytes, 8, MPI_INFO_NULL, comm, created, ierror)
    call MPI_Win_post(neighbours, 0, created, ierror)
    call MPI_Win_start(neighbours, 0, created, ierror)
    call MPI_Put(u(1, columns + 1 - depth, now), n, real8, right, offset(1 - depth, now), n, real8, created, ierror)
    call MPI_Put(u(1, 1, now), n, real8, left, offset(columns + 1, now), n, real8, created, ierror)
    call MPI_Win_complete(created, ierror)
    call MPI_Win_wait(created, ierror)
    call MPI_Win_free(created, ierror)
  end subroutine pscw_with_a_window_each_time

  subroutine pscw_with_a_dynamic_window(now, depth)
    integer, intent(in) :: now, depth
    integer(MPI_ADDRESS_KIND) :: mine(2), theirs(2)             ! addresses of the halos: left, right
    integer :: n
    n = rows * depth
    call MPI_Win_attach(dynamic, u, bytes, ierror)
    call MPI_Get_address(u(1, 1 - depth, now), mine(1), ierror)
    call MPI_Get_address(u(1, columns + 1, now), mine(2), ierror)
    call MPI_Sendrecv(mine(1), 1, MPI_AINT, left, 3, theirs(1), 1, MPI_AINT, right, 3, comm, MPI_STATUS_IGNORE, ierror)
    call MPI_Sendrecv(mine(2), 1, MPI_AINT, right, 4, theirs(2), 1, MPI_AINT, left, 4, comm, MPI_STATUS_IGNORE, ierror)
    call MPI_Win_post(neighbours, 0, dynamic, ierror)
    call MPI_Win_start(neighbours, 0, dynamic, ierror)
    call MPI_Put(u(1, columns + 1 - depth, now), n, real8, right, theirs(1), n, real8, dynamic, ierror)
    call MPI_Put(u(1, 1, now), n, real8, left, theirs(2), n, real8, dynamic, ierror)
    call MPI_Win_complete(dynamic, ierror)
    call MPI_Win_wait(dynamic, ierror)
    call MPI_Win_detach(dynamic, u, ierror)
  end subroutine pscw_with_a_dynamic_window

  subroutine notified(now, depth)
    integer, intent(in) :: now, depth
    integer :: requests(2)
    call MPIX_Notify_init(window, left, 1, 1, requests(1), ierror)      ! from, tag, how many
    call MPIX_Notify_init(window, right, 2, 1, requests(2), ierror)
    call MPI_Startall(2, requests, ierror)
    call put_both(now, depth)
    call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, ierror)
    call MPI_Request_free(requests(1), ierror)
    call MPI_Request_free(requests(2), ierror)
  end subroutine notified

  subroutine put_both(now, depth)
    integer, intent(in) :: now, depth
    integer :: n
    n = rows * depth
    call MPIX_Put_notify_tag(u(1, columns + 1 - depth, now), n, real8, right, offset(1 - depth, now), n, real8, window, 1, ierror)
    call MPIX_Put_notify_tag(u(1, 1, now), n, real8, left, offset(columns + 1, now), n, real8, window, 2, ierror)
  end subroutine put_both

  subroutine notified_persistent(now, depth)
    integer, intent(in) :: now, depth
    call MPI_Startall(2, requests, ierror)      ! made once, in set_up: they need not know the depth
    call put_both(now, depth)
    call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, ierror)
  end subroutine notified_persistent

  subroutine counted(now, depth)
    integer, intent(in) :: now, depth
    integer(c_int64_t) :: value
    integer :: n, counter
    n = rows * depth
    call MPIX_Put_notify(u(1, columns + 1 - depth, now), n, real8, right, offset(1 - depth, now), n, real8, 0, window, ierror)
    call MPIX_Put_notify(u(1, 1, now), n, real8, left, offset(columns + 1, now), n, real8, 1, window, ierror)
    strips = strips + 1
    do counter = 0, 1                           ! one for each side; they only grow
      value = 0
      do while (value < strips)
        call MPIX_Win_get_notify_value(window, counter, value, ierror)
      end do
    end do
  end subroutine counted

  ! Where a column is in the window, in values.
  pure function offset(column, now)
    integer, intent(in) :: column, now
    integer(MPI_ADDRESS_KIND) :: offset
    offset = rows * (column - 1 + widest + width * now)
  end function offset

  subroutine set_up()
    type(c_ptr) :: memory
    integer :: everybody
    call MPI_Init(ierror)
    call MPI_Comm_rank(comm, me, ierror)
    call MPI_Comm_size(comm, ranks, ierror)
    left = modulo(me - 1, ranks)
    right = modulo(me + 1, ranks)
    call MPI_Comm_group(comm, everybody, ierror)
    call MPI_Group_incl(everybody, merge(1, 2, left == right), [left, right], neighbours, ierror)
    call MPI_Win_allocate(bytes, 8, MPI_INFO_NULL, comm, memory, window, ierror)
    call c_f_pointer(memory, u, [rows, width, 2])
    u(1:, 1 - widest:, 0:) => u
    call MPI_Win_create_dynamic(MPI_INFO_NULL, comm, dynamic, ierror)
    call MPIX_Win_set_num_notify(window, MPI_INFO_NULL, 2, ierror)
    call MPI_Win_lock_all(0, window, ierror)                    ! an epoch that stays open, for forms 4 to 6
    call MPIX_Notify_init(window, left, 1, 1, requests(1), ierror)
    call MPIX_Notify_init(window, right, 2, 1, requests(2), ierror)
  end subroutine set_up

  subroutine run(form, result)
    integer, intent(in) :: form
    real(real64), intent(out) :: result(rows, columns)
    integer :: i, j, step, now, depth
    call MPI_Barrier(comm, ierror)                              ! nobody writes to a halo that is being filled here
    u = -1
    u(:, 1:columns, 0) = reshape([((mod(7 * i + 3 * j + 11 * me, 31) / 31.0_real64, i = 1, rows), j = 1, columns)], [rows, columns])
    call MPI_Barrier(comm, ierror)
    do step = 1, steps
      now = mod(step - 1, 2)
      depth = 1 + mod(step, 2)
      call exchange(form, now, depth)
      do j = 1, columns
        u(:, j, 1 - now) = sum(u(:, j - depth:j + depth, now), dim=2) / (2 * depth + 1)
      end do
    end do
    result = u(:, 1:columns, mod(steps, 2))
  end subroutine run

  ! Smoothing moves nothing out of the ring.
  subroutine clean_up()
    real(real64) :: mine, total
    mine = sum(results(:, :, 1))
    call MPI_Reduce(mine, total, 1, real8, MPI_SUM, 0, comm, ierror)
    if (me == 0) print '(a,i0,a,f0.6)', 'six forms, the same bits; ', ranks, ' processes, sum ', total
    call MPI_Request_free(requests(1), ierror)
    call MPI_Request_free(requests(2), ierror)
    call MPI_Win_unlock_all(window, ierror)
    call MPI_Win_free(dynamic, ierror)
    call MPI_Win_free(window, ierror)
    call MPI_Finalize(ierror)
  end subroutine clean_up

end program halo_mpi
