! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Nonblocking epochs from Fortran: each of the thirteen calls by the module, beside blocking ones, their requests among those of
! messages, an error, an info key, and calls without the module.
program epochs_fortran
  use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer
  use mpi
  use arauto_mpix
  implicit none
  integer :: win, opened, closed, requests(4), me, size, right, left, round, ierror, world, to, from
  integer(MPI_ADDRESS_KIND) :: bytes
  type(c_ptr) :: address
  double precision, pointer :: part(:)
  double precision, volatile :: mine, seen, message ! they change between calls
  double precision, save :: one = 1

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierror)
  call MPI_Comm_group(MPI_COMM_WORLD, world, ierror)
  right = modulo(me + 1, size)
  left = modulo(me - 1, size)
  call MPI_Group_incl(world, 1, [right], to, ierror)
  call MPI_Group_incl(world, 1, [left], from, ierror)
  bytes = 8*8
  call MPI_Win_allocate(bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, address, win, ierror)
  call MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN, ierror)
  call c_f_pointer(address, part, [8])
  part = 0
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  do round = 1, 20
    call access(round)
    call fences(round)
  end do
  call locks()
  call errors()
  call info_keys()
  call without_module(win, me, to, from, right)
  call check(part(1) == left + 0.5d0, 'without a module')
  call MPI_Group_free(to, ierror)
  call MPI_Group_free(from, ierror)
  call MPI_Group_free(world, ierror)
  call MPI_Win_free(win, ierror)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  if (me == 0) print '(a)', 'all well'
  call MPI_Finalize(ierror)

contains

  ! In every other round the blocking form of one end.
  subroutine access(round)
    integer, intent(in) :: round

    mine = 100*me + round
    call MPIX_Win_ipost(from, 0, win, opened, ierror)
    call check(ierror == MPI_SUCCESS, 'ipost')
    call MPI_Wait(opened, MPI_STATUS_IGNORE, ierror)
    if (modulo(round, 2) == 0) then
      call MPI_Win_start(to, 0, win, ierror)
    else
      call MPIX_Win_istart(to, 0, win, opened, ierror)
      call check(ierror == MPI_SUCCESS, 'istart')
      call MPI_Wait(opened, MPI_STATUS_IGNORE, ierror)
    end if
    call MPI_Irecv(message, 1, MPI_DOUBLE_PRECISION, left, 3, MPI_COMM_WORLD, requests(1), ierror)
    call MPI_Put(mine, 1, MPI_DOUBLE_PRECISION, right, 0_MPI_ADDRESS_KIND, 1, MPI_DOUBLE_PRECISION, win, ierror)
    call MPIX_Win_icomplete(win, requests(2), ierror)
    call check(ierror == MPI_SUCCESS, 'icomplete')
    call MPIX_Win_iwait(win, requests(3), ierror)
    call check(ierror == MPI_SUCCESS, 'iwait')
    call MPI_Isend(mine, 1, MPI_DOUBLE_PRECISION, right, 3, MPI_COMM_WORLD, requests(4), ierror)
    call MPI_Waitall(4, requests, MPI_STATUSES_IGNORE, ierror)
    call check(ierror == MPI_SUCCESS .and. all(requests == MPI_REQUEST_NULL), 'waitall')
    call check(part(1) == 100*left + round .and. message == part(1), 'what was put')
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
  end subroutine access

  subroutine fences(round)
    integer, intent(in) :: round

    mine = 200*me + round
    call MPIX_Win_ifence(MPI_MODE_NOPRECEDE, win, opened, ierror)
    call check(ierror == MPI_SUCCESS, 'ifence')
    call MPI_Wait(opened, MPI_STATUS_IGNORE, ierror)
    call MPI_Put(mine, 1, MPI_DOUBLE_PRECISION, right, 1_MPI_ADDRESS_KIND, 1, MPI_DOUBLE_PRECISION, win, ierror)
    if (modulo(round + me, 2) == 0) then
      call MPI_Win_fence(MPI_MODE_NOSUCCEED, win, ierror)
    else
      call MPIX_Win_ifence(MPI_MODE_NOSUCCEED, win, closed, ierror)
      call MPI_Wait(closed, MPI_STATUS_IGNORE, ierror)
    end if
    call check(part(2) == 200*left + round, 'what was put between fences')
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
  end subroutine fences

  subroutine locks()
    integer :: call_number

    part(3:4) = 0
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
    call MPIX_Win_ilock(MPI_LOCK_EXCLUSIVE, 0, 0, win, opened, ierror)
    call check(ierror == MPI_SUCCESS, 'ilock')
    call MPI_Accumulate(one, 1, MPI_DOUBLE_PRECISION, 0, 2_MPI_ADDRESS_KIND, 1, MPI_DOUBLE_PRECISION, MPI_SUM, win, ierror)
    do call_number = 1, 4
      seen = -1
      call MPI_Get(seen, 1, MPI_DOUBLE_PRECISION, 0, 2_MPI_ADDRESS_KIND, 1, MPI_DOUBLE_PRECISION, win, ierror)
      select case (call_number)
      case (1)
        call MPIX_Win_iflush(0, win, closed, ierror)
      case (2)
        call MPIX_Win_iflush_local(0, win, closed, ierror)
      case (3)
        call MPIX_Win_iflush_all(win, closed, ierror)
      case (4)
        call MPIX_Win_iflush_local_all(win, closed, ierror)
      end select
      call check(ierror == MPI_SUCCESS, 'a flush')
      call MPI_Wait(closed, MPI_STATUS_IGNORE, ierror)
      call check(seen >= 1 .and. seen <= size, 'what was got before a flush')
    end do
    call MPIX_Win_iunlock(0, win, closed, ierror)
    call check(ierror == MPI_SUCCESS, 'iunlock')
    call MPI_Wait(closed, MPI_STATUS_IGNORE, ierror)
    call MPI_Wait(opened, MPI_STATUS_IGNORE, ierror)
    call MPIX_Win_ilock_all(0, win, opened, ierror)
    call check(ierror == MPI_SUCCESS, 'ilock_all')
    call MPI_Accumulate(one, 1, MPI_DOUBLE_PRECISION, right, 3_MPI_ADDRESS_KIND, 1, MPI_DOUBLE_PRECISION, MPI_SUM, win, ierror)
    call MPIX_Win_iunlock_all(win, closed, ierror)
    call check(ierror == MPI_SUCCESS, 'iunlock_all')
    call MPI_Wait(closed, MPI_STATUS_IGNORE, ierror)
    call MPI_Wait(opened, MPI_STATUS_IGNORE, ierror)
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
    call check(part(4) == 1 .and. (me /= 0 .or. part(3) == size), 'sums under locks')
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
  end subroutine locks

  subroutine errors()
    integer :: error_class, also

    call MPIX_Win_icomplete(win, closed, ierror)
    call MPI_Error_class(ierror, error_class, also)
    call check(error_class == MPI_ERR_RMA_SYNC .and. closed == MPI_REQUEST_NULL, 'nothing to complete')
    call MPIX_Win_iunlock(me, win, closed, ierror)
    call MPI_Error_class(ierror, error_class, also)
    call check(error_class == MPI_ERR_RMA_SYNC, 'nothing to unlock')
    call MPIX_Win_istart(MPI_GROUP_NULL, 0, win, closed, ierror)
    call MPI_Error_class(ierror, error_class, also)
    call check(error_class == MPI_ERR_GROUP, 'no group')
  end subroutine errors

  subroutine info_keys()
    character(*), parameter :: key = 'MPI_WIN_ACCESS_AFTER_ACCESS_REORDER'
    character(16) :: value
    integer :: info, told
    logical :: found

    call MPI_Info_create(info, ierror)
    call MPI_Info_set(info, key, '1', ierror)
    call MPI_Win_set_info(win, info, ierror)
    call check(ierror == MPI_SUCCESS, 'set_info')
    call MPI_Info_free(info, ierror)
    call MPI_Win_get_info(win, told, ierror)
    call MPI_Info_get(told, key, 15, value, found, ierror)
    call check(found .and. value == '1', 'get_info')
    call MPI_Info_free(told, ierror)
  end subroutine info_keys

  subroutine check(is_so, what)
    logical, intent(in) :: is_so
    character(*), intent(in) :: what
    integer :: abort_error

    if (is_so) return
    print '(a,i0,2a)', 'rank ', me, ': not so: ', what
    call MPI_Abort(MPI_COMM_WORLD, 1, abort_error)
  end subroutine check

end program epochs_fortran

! As a program with mpif.h calls them: no interface at all.
subroutine without_module(win, me, to, from, right)
  implicit none
  include 'mpif.h'
  integer, intent(in) :: win, me, to, from, right
  external :: MPIX_Win_ipost, MPIX_Win_istart, MPIX_Win_icomplete, MPIX_Win_iwait
  integer :: opened, closed(2), ierror
  integer(MPI_ADDRESS_KIND) :: displacement
  double precision, volatile :: x

  displacement = 0
  x = me + 0.5d0
  call MPIX_Win_ipost(from, 0, win, opened, ierror)
  call MPI_Wait(opened, MPI_STATUS_IGNORE, ierror)
  call MPIX_Win_istart(to, 0, win, opened, ierror)
  call MPI_Wait(opened, MPI_STATUS_IGNORE, ierror)
  call MPI_Put(x, 1, MPI_DOUBLE_PRECISION, right, displacement, 1, MPI_DOUBLE_PRECISION, win, ierror)
  call MPIX_Win_icomplete(win, closed(1), ierror)
  call MPIX_Win_iwait(win, closed(2), ierror)
  call MPI_Waitall(2, closed, MPI_STATUSES_IGNORE, ierror)
end subroutine without_module
