! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The `mpi_f08` module: shared, dynamic and created windows, all epochs, requests.
program fortran_f08
  use mpi_f08
  use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer
  implicit none (type)
  integer, parameter :: n = 50
  integer :: rank, images, right, left, unit, i
  type(mpi_win) :: win
  type(mpi_request) :: request
  type(mpi_group) :: group
  integer(mpi_address_kind) :: bytes, address, theirs
  type(c_ptr) :: memory
  integer, pointer :: x(:), first(:)
  integer, asynchronous :: y(n), z(n)
  integer, target, asynchronous :: w(n)

  call mpi_init()
  call mpi_comm_rank(mpi_comm_world, rank)
  call mpi_comm_size(mpi_comm_world, images)
  right = modulo(rank + 1, images)
  left = modulo(rank - 1, images)
  y = [(100 * rank + i, i = 1, n)]

  bytes = 4 * n
  call mpi_win_allocate_shared(bytes, 4, mpi_info_null, mpi_comm_world, memory, win)
  call c_f_pointer(memory, x, [n])
  call mpi_win_lock_all(0, win)
  call mpi_rput(y, n, mpi_integer, right, 0_mpi_address_kind, n, mpi_integer, win, request)
  call mpi_wait(request, mpi_status_ignore)
  call mpi_win_flush(right, win)
  call mpi_win_unlock_all(win)
  call mpi_barrier(mpi_comm_world)
  call check(all(x == [(100 * left + i, i = 1, n)]), "rput")
  call mpi_win_shared_query(win, 0, bytes, unit, memory)
  call c_f_pointer(memory, first, [n * images])
  call check(bytes == 4 * n .and. unit == 4, "shared query")
  call check(first(n * rank + 1) == 100 * left + 1, "the parts adjoin")
  call mpi_win_get_group(win, group)
  call mpi_group_size(group, i)
  call check(i == images, "the group")
  call mpi_group_free(group)
  call mpi_barrier(mpi_comm_world)
  call mpi_win_free(win)

  w = 0
  call mpi_win_create(w, bytes, 4, mpi_info_null, mpi_comm_world, win)
  call mpi_win_fence(0, win)
  call mpi_accumulate(y, n, mpi_integer, right, 0_mpi_address_kind, n, mpi_integer, mpi_sum, win)
  call mpi_win_fence(0, win)
  call mpi_get(z, n, mpi_integer, right, 0_mpi_address_kind, n, mpi_integer, win)
  call mpi_win_fence(mpi_mode_nosucceed, win)
  call check(all(w == [(100 * left + i, i = 1, n)]), "accumulate")
  call check(all(z == y), "get")
  call mpi_win_free(win)

  call mpi_win_create_dynamic(mpi_info_null, mpi_comm_world, win)
  call mpi_win_attach(win, w, bytes)
  call mpi_get_address(w, address)
  call mpi_sendrecv(address, 1, mpi_aint, left, 0, theirs, 1, mpi_aint, right, 0, &
                    mpi_comm_world, mpi_status_ignore)
  call mpi_win_lock(mpi_lock_exclusive, right, 0, win)
  call mpi_put(y, 1, mpi_integer, right, theirs, 1, mpi_integer, win)
  call mpi_win_unlock(right, win)
  call mpi_barrier(mpi_comm_world)
  call mpi_win_sync(win)
  call check(w(1) == 100 * left + 1, "a dynamic window")
  call mpi_win_detach(win, w)
  call mpi_win_free(win)
  if (rank == 0) print '(a)', "all well"
  call mpi_finalize()

contains

  subroutine check(good, what)
    logical, intent(in) :: good
    character(*), intent(in) :: what
    if (good) return
    print '(a, i0, 2a)', "rank ", rank, ": wrong: ", what
    call mpi_abort(mpi_comm_world, 1)
  end subroutine check

end program fortran_f08
