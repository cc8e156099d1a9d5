! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Notified communication with the handles of mpi_f08: counters, tags, counts of both widths.
program notify_fortran_f08
  use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer
  use mpi_f08
  use arauto_mpix_f08
  implicit none (type)
  integer, parameter :: n = 8
  type(MPI_Win) :: win
  type(MPI_Request) :: arrived, enough, done
  type(MPI_Status) :: status
  integer :: me, size, right, left, round, number, ierror, error_class
  integer(MPI_ADDRESS_KIND) :: bytes
  integer(MPI_COUNT_KIND) :: counted
  type(c_ptr) :: address
  real, pointer :: part(:)
  real :: mine(n), old
  logical :: there

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, me)
  call MPI_Comm_size(MPI_COMM_WORLD, size)
  right = modulo(me + 1, size)
  left = modulo(me - 1, size)
  bytes = 4*n
  call MPI_Win_allocate(bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, address, win)
  call MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN)
  call c_f_pointer(address, part, [n])
  part = 0
  call MPIX_Win_set_num_notify(win, MPI_INFO_NULL, 2)
  call MPIX_Win_get_num_notify(win, right, number, ierror)
  call check(ierror == MPI_SUCCESS .and. number == 2, 'numbers')
  call MPIX_Notify_init(win, left, 7, 1, arrived)
  call MPI_Win_lock_all(0, win)
  call MPI_Barrier(MPI_COMM_WORLD)
  do round = 1, 50
    mine = 100*me + round
    call MPI_Start(arrived)
    call MPIX_Rput_notify_tag(mine, n, MPI_REAL, right, 0_MPI_ADDRESS_KIND, n, MPI_REAL, win, done, 7)
    call MPI_Wait(done, MPI_STATUS_IGNORE)
    call MPI_Wait(arrived, status)
    call MPI_Get_count(status, MPI_REAL, number)
    call check(status%MPI_SOURCE == left .and. status%MPI_TAG == 7 .and. number == n, 'status')
    call check(all(part == 100*left + round), 'data')
    call MPI_Barrier(MPI_COMM_WORLD)
  end do
  call MPI_Request_free(arrived)

  part = 0
  mine = 1
  call MPI_Barrier(MPI_COMM_WORLD)
  call MPIX_Get_accumulate_notify(mine, 1, MPI_REAL, old, 1, MPI_REAL, right, 0_MPI_ADDRESS_KIND, 1, &
                                  MPI_REAL, MPI_SUM, 1, win)
  call check(old == 0, 'old value')
  call MPIX_Put_notify(mine, int(n - 1, MPI_COUNT_KIND), MPI_REAL, right, 1_MPI_ADDRESS_KIND, &
                       int(n - 1, MPI_COUNT_KIND), MPI_REAL, 1, win)
  call MPIX_Win_notify_threshold(win, 1, 2_MPI_COUNT_KIND, enough)
  call MPI_Wait(enough, MPI_STATUS_IGNORE)
  call check(all(part == 1), 'both widths')
  call MPIX_Win_reset_notify_value(win, 1, counted)
  call check(counted == 2, 'two')
  call MPIX_Put_notify(mine, 1, MPI_REAL, right, 0_MPI_ADDRESS_KIND, 1, MPI_REAL, 2, win, ierror)
  call MPI_Error_class(ierror, error_class)
  call check(error_class == MPIX_ERR_RMA_NOTIFICATION(), 'error class')
  call MPIX_Get_notify_tag(mine, 3, MPI_REAL, me, 0_MPI_ADDRESS_KIND, 3, MPI_REAL, win, 9)
  call MPIX_Iprobe_notify(win, MPI_ANY_SOURCE, 9, there, status)
  call MPI_Get_count(status, MPI_REAL, number)
  call check(there .and. status%MPI_SOURCE == me .and. number == 3, 'probe')
  call MPI_Win_unlock_all(win)
  call MPI_Win_free(win)
  call MPI_Barrier(MPI_COMM_WORLD)
  if (me == 0) print '(a)', 'fortran with mpi_f08: passed'
  call MPI_Finalize()

contains

  subroutine check(is_so, what)
    logical, intent(in) :: is_so
    character(*), intent(in) :: what

    if (is_so) return
    print '(a,i0,2a)', 'rank ', me, ': not so: ', what
    call MPI_Abort(MPI_COMM_WORLD, 1)
  end subroutine check

end program notify_fortran_f08
