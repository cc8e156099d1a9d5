! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Many small transactions on the memory of all processes, each under an exclusive lock that is asked for and given back without
! waiting. A lock that somebody else holds keeps nobody from going on with other processes: the info key lets lock epochs go ahead
! of earlier ones. Those that are under way at a time are of different processes, as the key demands.
!
!   arauto fc --mpi <prefix>/lib/arauto/mpi/arauto_mpix.f90 epochs_mpi.f90 -o epochs_mpi && mpirun -n 4 ./epochs_mpi
program epochs_mpi
  use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer
  use mpi
  use arauto_mpix, only: MPIX_Win_ilock, MPIX_Win_iunlock
  implicit none (type)
  integer, parameter :: accounts = 64, transactions = 5000
  integer(MPI_ADDRESS_KIND), parameter :: bytes = 4 * accounts
  integer(MPI_ADDRESS_KIND) :: account
  integer, pointer :: balance(:)
  integer, save :: amount = 1
  integer, allocatable :: under_way(:) ! the last transaction with each process
  integer :: me, processes, window, info, locked, target, i, sum_here, sum_of_all, ierror
  type(c_ptr) :: base
  real :: chance(2)

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, processes, ierror)
  call MPI_Info_create(info, ierror)
  call MPI_Info_set(info, 'MPI_WIN_ACCESS_AFTER_ACCESS_REORDER', '1', ierror)
  call MPI_Win_allocate(bytes, 4, info, MPI_COMM_WORLD, base, window, ierror)
  call MPI_Info_free(info, ierror)
  call c_f_pointer(base, balance, [accounts])
  balance = 0
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  allocate(under_way(0:processes - 1), source=MPI_REQUEST_NULL)
  do i = 1, transactions
    call random_number(chance)
    target = int(chance(1) * real(processes))
    account = int(chance(2) * real(accounts), MPI_ADDRESS_KIND)
    call MPI_Wait(under_way(target), MPI_STATUS_IGNORE, ierror)
    call MPIX_Win_ilock(MPI_LOCK_EXCLUSIVE, target, 0, window, locked, ierror)
    if (locked /= MPI_REQUEST_NULL) call MPI_Request_free(locked, ierror) ! nobody asks when
    call MPI_Accumulate(amount, 1, MPI_INTEGER, target, account, 1, MPI_INTEGER, MPI_SUM, window, ierror)
    call MPIX_Win_iunlock(target, window, under_way(target), ierror)
  end do
  call MPI_Waitall(processes, under_way, MPI_STATUSES_IGNORE, ierror)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_Win_lock(MPI_LOCK_SHARED, me, 0, window, ierror)
  sum_here = sum(balance)
  call MPI_Win_unlock(me, window, ierror)
  call MPI_Allreduce(sum_here, sum_of_all, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
  if (sum_of_all /= transactions * processes) error stop 'epochs_mpi: a transaction is lost'
  if (me == 0) print '(i0,a)', sum_of_all, ' transactions, none lost'
  call MPI_Win_free(window, ierror)
  call MPI_Finalize(ierror)
end program epochs_mpi
