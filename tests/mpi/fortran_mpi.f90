! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The `mpi` module: allocated and created windows, fence, groups, locks, accumulate, attributes,
! an attribute and an error handler of the program's own, and derived types.
program fortran_mpi
  use mpi
  use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer
  implicit none (type)
  integer, parameter :: n = 100
  integer :: rank, images, right, left, win, code, i, key, to, from, everybody, column, handler
  integer :: seen_class = 0
  logical :: found
  integer(mpi_address_kind) :: bytes, displacement, value
  type(c_ptr) :: memory
  double precision, pointer :: x(:, :)
  double precision, target :: y(n), z(n)
  integer, volatile :: word
  integer :: old

  call mpi_init(code)
  call mpi_comm_rank(mpi_comm_world, rank, code)
  call mpi_comm_size(mpi_comm_world, images, code)
  right = modulo(rank + 1, images)
  left = modulo(rank - 1, images)

  bytes = 8 * n * 4
  call mpi_win_allocate(bytes, 8, mpi_info_null, mpi_comm_world, memory, win, code)
  call c_f_pointer(memory, x, [n, 4])
  x = -1
  y = [(1000 * rank + i, i = 1, n)]

  call mpi_win_fence(0, win, code)
  displacement = n
  call mpi_put(y, n, mpi_double_precision, right, displacement, n, mpi_double_precision, win, code)
  call mpi_win_fence(0, win, code)
  call check(all_equal(x(:, 2), left), "fence and put")
  call mpi_get(z, n, mpi_double_precision, right, displacement, n, mpi_double_precision, win, code)
  call mpi_win_fence(mpi_mode_nosucceed, win, code)
  call check(all_equal(z, rank), "get")

  ! Row 3 of the neighbour, which is strided in memory.
  call mpi_type_vector(4, 1, n, mpi_double_precision, column, code)
  call mpi_type_commit(column, code)
  call mpi_comm_group(mpi_comm_world, everybody, code)
  call mpi_group_incl(everybody, 1, [right], to, code)
  call mpi_group_incl(everybody, 1, [left], from, code)
  call mpi_win_post(from, 0, win, code)
  call mpi_win_start(to, 0, win, code)
  displacement = 2
  call mpi_put(y, 4, mpi_double_precision, right, displacement, 1, column, win, code)
  call mpi_win_complete(win, code)
  call mpi_win_wait(win, code)
  call check(all(x(3, :) == [(1000 * left + i, i = 1, 4)]), "post and start")
  call mpi_type_free(column, code)

  call mpi_win_create_keyval(mpi_win_null_copy_fn, mpi_win_null_delete_fn, key, &
                             0_mpi_address_kind, code)
  value = 77
  call mpi_win_set_attr(win, key, value, code)
  value = 0
  call mpi_win_get_attr(win, key, value, found, code)
  call check(found .and. value == 77, "an attribute of ours")
  call mpi_win_get_attr(win, mpi_win_size, value, found, code)
  call check(found .and. value == bytes, "the size")
  call mpi_win_get_attr(win, mpi_win_disp_unit, value, found, code)
  call check(found .and. value == 8, "the displacement unit")
  call mpi_win_get_attr(win, mpi_win_create_flavor, value, found, code)
  call check(found .and. value == mpi_win_flavor_allocate, "the flavor")

  call mpi_win_create_errhandler(note, handler, code)
  call mpi_win_set_errhandler(win, handler, code)
  call mpi_win_lock_all(0, win, code)
  displacement = 0
  call mpi_put(y, 1, mpi_double_precision, images, displacement, 1, mpi_double_precision, win, code)
  call check(seen_class == mpi_err_rank, "the error handler")
  call mpi_win_unlock_all(win, code)
  call mpi_win_free(win, code)
  call check(win == mpi_win_null, "the handle after free")

  bytes = 4
  word = 0
  call mpi_win_create(word, bytes, 4, mpi_info_null, mpi_comm_world, win, code)
  call mpi_win_lock(mpi_lock_shared, 0, 0, win, code)
  displacement = 0
  do i = 1, 50
    call mpi_fetch_and_op(1, old, mpi_integer, 0, displacement, mpi_sum, win, code)
  end do
  call mpi_win_unlock(0, win, code)
  call mpi_barrier(mpi_comm_world, code)
  call mpi_win_sync(win, code)
  call check(rank /= 0 .or. word == 50 * images, "fetch and add")
  call mpi_win_free(win, code)
  if (rank == 0) print '(a)', "all well"
  call mpi_finalize(code)

contains

  logical function all_equal(values, of)
    double precision, intent(in) :: values(:)
    integer, intent(in) :: of
    integer :: j
    all_equal = all(values == [(1000 * of + j, j = 1, n)])
  end function all_equal

  subroutine check(good, what)
    logical, intent(in) :: good
    character(*), intent(in) :: what
    integer :: ignored
    if (good) return
    print '(a, i0, 2a)', "rank ", rank, ": wrong: ", what
    call mpi_abort(mpi_comm_world, 1, ignored)
  end subroutine check

  subroutine note(window, error)
    integer :: window, error
    integer :: ignored
    call mpi_error_class(error, seen_class, ignored)
  end subroutine note

end program fortran_mpi
