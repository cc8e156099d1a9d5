! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Nonblocking epochs with the handles of mpi_f08: each of the thirteen calls, with ierror and without.
program epochs_fortran_f08
  use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer
  use mpi_f08
  use arauto_mpix_f08
  implicit none (type)
  type(MPI_Win) :: win
  type(MPI_Group) :: world, to, from
  type(MPI_Request) :: opened, closed, requests(4)
  integer :: me, size, right, left, round, ierror, error_class
  integer(MPI_ADDRESS_KIND) :: bytes
  type(c_ptr) :: address
  real, pointer :: part(:)
  real, volatile :: mine, seen, message ! they change between calls
  real, save :: one = 1

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, me)
  call MPI_Comm_size(MPI_COMM_WORLD, size)
  call MPI_Comm_group(MPI_COMM_WORLD, world)
  right = modulo(me + 1, size)
  left = modulo(me - 1, size)
  call MPI_Group_incl(world, 1, [right], to)
  call MPI_Group_incl(world, 1, [left], from)
  bytes = 4*8
  call MPI_Win_allocate(bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, address, win)
  call MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN)
  call c_f_pointer(address, part, [8])
  part = 0
  call MPI_Barrier(MPI_COMM_WORLD)
  do round = 1, 20
    mine = 100*me + round
    call MPIX_Win_ipost(from, 0, win, opened)
    call MPI_Wait(opened, MPI_STATUS_IGNORE)
    call MPIX_Win_istart(to, 0, win, opened, ierror)
    call check(ierror == MPI_SUCCESS, 'istart')
    call MPI_Wait(opened, MPI_STATUS_IGNORE)
    call MPI_Irecv(message, 1, MPI_REAL, left, 3, MPI_COMM_WORLD, requests(1))
    call MPI_Put(mine, 1, MPI_REAL, right, 0_MPI_ADDRESS_KIND, 1, MPI_REAL, win)
    call MPIX_Win_icomplete(win, requests(2))
    call MPIX_Win_iwait(win, requests(3), ierror)
    call check(ierror == MPI_SUCCESS, 'iwait')
    call MPI_Isend(mine, 1, MPI_REAL, right, 3, MPI_COMM_WORLD, requests(4))
    call MPI_Waitall(4, requests, MPI_STATUSES_IGNORE)
    call check(part(1) == 100*left + round .and. message == part(1), 'what was put')
    call MPI_Barrier(MPI_COMM_WORLD)
    call MPIX_Win_ifence(MPI_MODE_NOPRECEDE, win, opened)
    call MPI_Wait(opened, MPI_STATUS_IGNORE)
    call MPI_Put(mine, 1, MPI_REAL, right, 1_MPI_ADDRESS_KIND, 1, MPI_REAL, win)
    call MPIX_Win_ifence(MPI_MODE_NOSUCCEED, win, closed, ierror)
    call MPI_Wait(closed, MPI_STATUS_IGNORE)
    call check(part(2) == 100*left + round, 'what was put between fences')
    call MPI_Barrier(MPI_COMM_WORLD)
  end do

  call MPIX_Win_ilock(MPI_LOCK_EXCLUSIVE, 0, 0, win, opened)
  call MPI_Accumulate(one, 1, MPI_REAL, 0, 2_MPI_ADDRESS_KIND, 1, MPI_REAL, MPI_SUM, win)
  call MPIX_Win_iflush(0, win, closed)
  call MPI_Wait(closed, MPI_STATUS_IGNORE)
  seen = -1
  call MPI_Get(seen, 1, MPI_REAL, 0, 2_MPI_ADDRESS_KIND, 1, MPI_REAL, win)
  call MPIX_Win_iflush_local(0, win, closed)
  call MPI_Wait(closed, MPI_STATUS_IGNORE)
  call check(seen >= 1 .and. seen <= size, 'what was got before a flush')
  call MPIX_Win_iunlock(0, win, closed)
  call MPI_Wait(closed, MPI_STATUS_IGNORE)
  call MPI_Wait(opened, MPI_STATUS_IGNORE)
  call MPIX_Win_ilock_all(0, win, opened)
  call MPI_Accumulate(one, 1, MPI_REAL, right, 3_MPI_ADDRESS_KIND, 1, MPI_REAL, MPI_SUM, win)
  call MPIX_Win_iflush_all(win, closed)
  call MPI_Wait(closed, MPI_STATUS_IGNORE)
  call MPIX_Win_iflush_local_all(win, closed)
  call MPI_Wait(closed, MPI_STATUS_IGNORE)
  call MPIX_Win_iunlock_all(win, closed)
  call MPI_Wait(closed, MPI_STATUS_IGNORE)
  call MPI_Wait(opened, MPI_STATUS_IGNORE)
  call MPI_Barrier(MPI_COMM_WORLD)
  call check(part(4) == 1 .and. (me /= 0 .or. part(3) == size), 'sums under locks')
  call MPI_Barrier(MPI_COMM_WORLD)

  call MPIX_Win_iunlock_all(win, closed, ierror)
  call MPI_Error_class(ierror, error_class)
  call check(error_class == MPI_ERR_RMA_SYNC .and. closed == MPI_REQUEST_NULL, 'nothing to unlock')
  call MPI_Group_free(to)
  call MPI_Group_free(from)
  call MPI_Group_free(world)
  call MPI_Win_free(win)
  call MPI_Barrier(MPI_COMM_WORLD)
  if (me == 0) print '(a)', 'all well'
  call MPI_Finalize()

contains

  subroutine check(is_so, what)
    logical, intent(in) :: is_so
    character(*), intent(in) :: what

    if (is_so) return
    print '(a,i0,2a)', 'rank ', me, ': not so: ', what
    call MPI_Abort(MPI_COMM_WORLD, 1)
  end subroutine check

end program epochs_fortran_f08
