! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Notified communication from Fortran: a ring by counter and by tag, a sum, a threshold, a probe.
program notify_fortran
  use, intrinsic :: iso_c_binding, only: c_bool, c_int64_t, c_ptr, c_f_pointer
  use mpi
  use arauto_mpix
  implicit none
  integer, parameter :: n = 8
  integer :: win, request, me, size, right, left, round, number, ierror, made
  integer :: status(MPI_STATUS_SIZE)
  integer(MPI_ADDRESS_KIND) :: bytes
  integer(c_int64_t) :: counted
  logical(c_bool) :: there
  type(c_ptr) :: place
  double precision, pointer :: part(:)
  double precision :: mine(n), one, seen(n)

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierror)
  right = modulo(me + 1, size)
  left = modulo(me - 1, size)
  bytes = 8*n
  call MPI_Win_allocate(bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, place, win, ierror)
  call c_f_pointer(place, part, [n])
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
  call check(logical(there) .and. status(MPI_SOURCE) == me .and. status(MPI_TAG) == 9, 'probe')
  call MPI_Win_unlock_all(win, ierror)
  call MPI_Win_free(win, ierror)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  if (me == 0) print '(a)', 'fortran: passed'
  call MPI_Finalize(ierror)

contains

  subroutine check(is_so, what)
    logical, intent(in) :: is_so
    character(*), intent(in) :: what
    integer :: abort_error

    if (is_so) return
    print '(a,i0,2a)', 'rank ', me, ': not so: ', what
    call MPI_Abort(MPI_COMM_WORLD, 1, abort_error)
  end subroutine check

end program notify_fortran
