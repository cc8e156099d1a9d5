! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Notified communication from Fortran: a ring by counter and by tag, a sum, a threshold, a probe, what
! statuses count, large counts, and calls without the module.
program notify_fortran
  use, intrinsic :: iso_c_binding, only: c_int64_t, c_ptr, c_f_pointer
  use mpi
  use arauto_mpix
  implicit none
  integer, parameter :: n = 8
  integer :: win, request, me, size, right, left, round, number, ierror, made
  integer :: status(MPI_STATUS_SIZE)
  integer(MPI_ADDRESS_KIND) :: bytes
  integer(c_int64_t) :: counted
  logical :: there
  type(c_ptr) :: address
  double precision, pointer :: part(:)
  double precision :: mine(n), one, seen(n)

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierror)
  right = modulo(me + 1, size)
  left = modulo(me - 1, size)
  bytes = 8*n
  call MPI_Win_allocate(bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, address, win, ierror)
  call MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN, ierror)
  call c_f_pointer(address, part, [n])
  part = 0
  call MPIX_Win_set_num_notify(win, MPI_INFO_NULL, 2, ierror)
  call check(ierror == MPI_SUCCESS, 'set_num')
  call MPIX_Win_get_num_notify(win, right, number, ierror)
  call check(number == 2, 'get_num')
  call MPIX_Notify_init(win, left, 7, 1, request, ierror)
  call MPI_Win_lock_all(0, win, ierror)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  do round = 1, 100
    mine = 100*me + round
    call MPI_Start(request, ierror)
    if (modulo(round, 2) == 0) then
      call MPIX_Rput_notify_tag(mine, n, MPI_DOUBLE_PRECISION, right, 0_MPI_ADDRESS_KIND, n, &
                                MPI_DOUBLE_PRECISION, win, made, 7, ierror)
      call MPI_Wait(made, MPI_STATUS_IGNORE, ierror)
    else
      call MPIX_Put_notify_tag(mine, n, MPI_DOUBLE_PRECISION, right, 0_MPI_ADDRESS_KIND, n, &
                               MPI_DOUBLE_PRECISION, win, 7, ierror)
    end if
    call check(ierror == MPI_SUCCESS, 'put')
    call MPI_Wait(request, status, ierror)
    call check(status(MPI_SOURCE) == left .and. status(MPI_TAG) == 7, 'status')
    call check(all(part == 100*left + round), 'data')
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
  end do
  call MPI_Request_free(request, ierror)

  part = 0
  one = 1
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  do round = 0, size - 1
    call MPIX_Accumulate_notify(one, 1, MPI_DOUBLE_PRECISION, round, 0_MPI_ADDRESS_KIND, 1, &
                                MPI_DOUBLE_PRECISION, MPI_SUM, 1, win, ierror)
  end do
  call MPIX_Win_iwait_notify(win, 1, int(size, c_int64_t), made, ierror)
  call MPI_Wait(made, MPI_STATUS_IGNORE, ierror)
  call check(made == MPI_REQUEST_NULL .and. part(1) == size, 'sum')
  call MPIX_Win_reset_notify_value(win, 1, counted, ierror)
  call check(counted == size, 'reset')
  call MPIX_Win_get_notify_value(win, 1, counted, ierror)
  call check(counted == 0, 'value')
  call MPIX_Get_notify_tag(seen, n, MPI_DOUBLE_PRECISION, me, 0_MPI_ADDRESS_KIND, n, &
                           MPI_DOUBLE_PRECISION, win, 9, ierror)
  call MPIX_Iprobe_notify(win, MPI_ANY_SOURCE, 9, there, status, ierror)
  call check(there .and. status(MPI_SOURCE) == me .and. status(MPI_TAG) == 9, 'probe')
  call MPI_Get_count(status, MPI_DOUBLE_PRECISION, number, ierror)
  call check(number == n, 'bytes of the probe')
  call sums()
  call large()
  call without_module(win, me, right)
  call MPI_Win_unlock_all(win, ierror)
  call MPI_Win_free(win, ierror)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  if (me == 0) print '(a)', 'fortran: passed'
  call MPI_Finalize(ierror)

contains

  ! Get_accumulate and the request forms: one is added to everybody's second element, eight times in all.
  subroutine sums()
    double precision :: old, nothing
    integer :: requests(2), rank

    part = 0
    nothing = 0
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
    do rank = 0, size - 1
      call MPIX_Get_accumulate_notify(one, 1, MPI_DOUBLE_PRECISION, old, 1, MPI_DOUBLE_PRECISION, rank, &
                                      1_MPI_ADDRESS_KIND, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0, win, ierror)
      call check(ierror == MPI_SUCCESS .and. old >= 0 .and. old < 3*size, 'get_accumulate')
      call MPIX_Raccumulate_notify(one, 1, MPI_DOUBLE_PRECISION, rank, 1_MPI_ADDRESS_KIND, 1, &
                                   MPI_DOUBLE_PRECISION, MPI_SUM, 0, win, requests(1), ierror)
      call MPIX_Rget_accumulate_notify(one, 1, MPI_DOUBLE_PRECISION, old, 1, MPI_DOUBLE_PRECISION, rank, &
                                       1_MPI_ADDRESS_KIND, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0, win, &
                                       requests(2), ierror)
      call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, ierror)
      call MPIX_Rput_notify(nothing, 0, MPI_DOUBLE_PRECISION, rank, 0_MPI_ADDRESS_KIND, 0, &
                            MPI_DOUBLE_PRECISION, 0, win, requests(1), ierror)
      call MPIX_Rget_notify(nothing, 0, MPI_DOUBLE_PRECISION, rank, 0_MPI_ADDRESS_KIND, 0, &
                            MPI_DOUBLE_PRECISION, 0, win, requests(2), ierror)
      call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, ierror)
    end do
    call MPIX_Win_notify_threshold(win, 0, int(5*size, c_int64_t), made, ierror)
    call MPI_Wait(made, MPI_STATUS_IGNORE, ierror)
    call check(part(2) == 3*size, 'three sums')
    call MPIX_Win_reset_notify_value(win, 0, counted, ierror)
    call check(counted == 5*size, 'five of each')
  end subroutine sums

  subroutine large()
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
    call MPIX_Put_notify_c(mine, int(n, c_int64_t), MPI_DOUBLE_PRECISION, right, 0_MPI_ADDRESS_KIND, &
                           int(n, c_int64_t), MPI_DOUBLE_PRECISION, 0, win, ierror)
    call MPIX_Win_iwait_notify(win, 0, 1_c_int64_t, made, ierror)
    call MPI_Wait(made, MPI_STATUS_IGNORE, ierror)
    call MPIX_Win_reset_notify_value(win, 0, counted, ierror)
    call check(counted == 1 .and. all(part == 100*left + 100), 'large counts')
    call MPIX_Put_notify(one, 1, MPI_DOUBLE_PRECISION, right, 0_MPI_ADDRESS_KIND, 1, MPI_DOUBLE_PRECISION, &
                         MPIX_WIN_NOTIFICATION_NUM_UB(), win, ierror)
    call MPI_Error_class(ierror, number, made)
    call check(number == MPIX_ERR_RMA_NOTIFICATION(), 'error class')
    call MPI_Barrier(MPI_COMM_WORLD, ierror) ! the next put comes to the same place
  end subroutine large

  subroutine check(is_so, what)
    logical, intent(in) :: is_so
    character(*), intent(in) :: what
    integer :: abort_error

    if (is_so) return
    print '(a,i0,2a)', 'rank ', me, ': not so: ', what
    call MPI_Abort(MPI_COMM_WORLD, 1, abort_error)
  end subroutine check

end program notify_fortran

! As a program with mpif.h calls them: no interface at all.
subroutine without_module(win, me, right)
  implicit none
  include 'mpif.h'
  integer, intent(in) :: win, me, right
  external :: MPIX_Put_notify, MPIX_Win_iwait_notify, MPIX_Iprobe_notify, MPIX_Put_notify_tag
  integer :: request, ierror
  integer :: status(MPI_STATUS_SIZE)
  integer(MPI_ADDRESS_KIND) :: displacement
  integer(selected_int_kind(18)) :: threshold
  double precision :: x
  logical :: there

  displacement = 2
  threshold = 1
  x = me
  call MPIX_Put_notify(x, 1, MPI_DOUBLE_PRECISION, right, displacement, 1, MPI_DOUBLE_PRECISION, 0, win, ierror)
  call MPIX_Win_iwait_notify(win, 0, threshold, request, ierror)
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
  call MPIX_Put_notify_tag(x, 1, MPI_DOUBLE_PRECISION, me, displacement, 1, MPI_DOUBLE_PRECISION, win, 3, ierror)
  call MPIX_Iprobe_notify(win, me, 3, there, status, ierror)
  if (.not. there .or. status(MPI_TAG) /= 3) then
    print *, 'not so: probe without a module'
    call MPI_Abort(MPI_COMM_WORLD, 1, ierror)
  end if
end subroutine without_module
