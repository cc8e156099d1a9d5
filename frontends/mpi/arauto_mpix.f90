! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Notified communication (arauto/mpix.h) and nonblocking epochs for programs with `use mpi` or
! mpif.h: interfaces alone, so that the module file is all that comes of it. Compile it with the
! MPI's wrapper, as the program; or leave it away: the same procedures can be called by implicit
! interface, as those of mpif.h. For `use mpi_f08` there is arauto_mpix_f08. Buffers are contiguous;
! MPI_BOTTOM is none here. Names that end in _c take counts of 64 bits. The last four functions give
! numbers that the MPI chooses as it starts.
module arauto_mpix
  use, intrinsic :: iso_c_binding, only: c_int, c_int64_t, c_intptr_t
  implicit none (type, external)
  private

  public :: MPIX_Put_notify
  public :: MPIX_Get_notify
  public :: MPIX_Accumulate_notify
  public :: MPIX_Get_accumulate_notify
  public :: MPIX_Rput_notify
  public :: MPIX_Rget_notify
  public :: MPIX_Raccumulate_notify
  public :: MPIX_Rget_accumulate_notify
  public :: MPIX_Put_notify_tag
  public :: MPIX_Get_notify_tag
  public :: MPIX_Accumulate_notify_tag
  public :: MPIX_Rput_notify_tag
  public :: MPIX_Rget_notify_tag
  public :: MPIX_Raccumulate_notify_tag
  public :: MPIX_Put_notify_c
  public :: MPIX_Get_notify_c
  public :: MPIX_Accumulate_notify_c
  public :: MPIX_Get_accumulate_notify_c
  public :: MPIX_Rput_notify_c
  public :: MPIX_Rget_notify_c
  public :: MPIX_Raccumulate_notify_c
  public :: MPIX_Rget_accumulate_notify_c
  public :: MPIX_Put_notify_tag_c
  public :: MPIX_Get_notify_tag_c
  public :: MPIX_Accumulate_notify_tag_c
  public :: MPIX_Rput_notify_tag_c
  public :: MPIX_Rget_notify_tag_c
  public :: MPIX_Raccumulate_notify_tag_c
  public :: MPIX_Win_set_num_notify
  public :: MPIX_Win_get_num_notify
  public :: MPIX_Win_get_notify_value
  public :: MPIX_Win_reset_notify_value
  public :: MPIX_Win_notify_threshold
  public :: MPIX_Win_iwait_notify
  public :: MPIX_Win_notify_init
  public :: MPIX_Notify_init
  public :: MPIX_Iprobe_notify
  public :: MPIX_ERR_RMA_NOTIFICATION
  public :: MPIX_WIN_NOTIFICATION_NUM_SB
  public :: MPIX_WIN_NOTIFICATION_NUM_UB
  public :: MPIX_WIN_NOTIFICATION_VALUE_UB

  include 'arauto_mpix_epochs.inc'

  interface
    subroutine MPIX_Put_notify(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, notify_idx, win, ierror) &
        bind(c, name="arauto_mpix_put_notify")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int), intent(in) :: origin_count, origin_datatype, target_rank, target_count
      integer(c_int), intent(in) :: target_datatype, notify_idx, win
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Put_notify

    subroutine MPIX_Get_notify(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, notify_idx, win, ierror) &
        bind(c, name="arauto_mpix_get_notify")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int), intent(in) :: origin_count, origin_datatype, target_rank, target_count
      integer(c_int), intent(in) :: target_datatype, notify_idx, win
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Get_notify

    subroutine MPIX_Accumulate_notify(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, op, notify_idx, win, ierror) &
        bind(c, name="arauto_mpix_accumulate_notify")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int), intent(in) :: origin_count, origin_datatype, target_rank, target_count
      integer(c_int), intent(in) :: target_datatype, op, notify_idx, win
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Accumulate_notify

    subroutine MPIX_Get_accumulate_notify(origin_addr, origin_count, origin_datatype, &
        result_addr, result_count, result_datatype, target_rank, target_disp, target_count, &
        target_datatype, op, notify_idx, win, ierror) &
        bind(c, name="arauto_mpix_get_accumulate_notify")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      !GCC$ attributes no_arg_check :: result_addr
      type(*), dimension(*) :: origin_addr, result_addr
      integer(c_int), intent(in) :: origin_count, origin_datatype, result_count
      integer(c_int), intent(in) :: result_datatype, target_rank, target_count
      integer(c_int), intent(in) :: target_datatype, op, notify_idx, win
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Get_accumulate_notify

    subroutine MPIX_Rput_notify(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, notify_idx, win, request, ierror) &
        bind(c, name="arauto_mpix_rput_notify")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int), intent(in) :: origin_count, origin_datatype, target_rank, target_count
      integer(c_int), intent(in) :: target_datatype, notify_idx, win
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: request
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Rput_notify

    subroutine MPIX_Rget_notify(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, notify_idx, win, request, ierror) &
        bind(c, name="arauto_mpix_rget_notify")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int), intent(in) :: origin_count, origin_datatype, target_rank, target_count
      integer(c_int), intent(in) :: target_datatype, notify_idx, win
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: request
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Rget_notify

    subroutine MPIX_Raccumulate_notify(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, op, notify_idx, win, request, ierror) &
        bind(c, name="arauto_mpix_raccumulate_notify")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int), intent(in) :: origin_count, origin_datatype, target_rank, target_count
      integer(c_int), intent(in) :: target_datatype, op, notify_idx, win
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: request
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Raccumulate_notify

    subroutine MPIX_Rget_accumulate_notify(origin_addr, origin_count, origin_datatype, &
        result_addr, result_count, result_datatype, target_rank, target_disp, target_count, &
        target_datatype, op, notify_idx, win, request, ierror) &
        bind(c, name="arauto_mpix_rget_accumulate_notify")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      !GCC$ attributes no_arg_check :: result_addr
      type(*), dimension(*) :: origin_addr, result_addr
      integer(c_int), intent(in) :: origin_count, origin_datatype, result_count
      integer(c_int), intent(in) :: result_datatype, target_rank, target_count
      integer(c_int), intent(in) :: target_datatype, op, notify_idx, win
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: request
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Rget_accumulate_notify

    subroutine MPIX_Put_notify_tag(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, win, tag, ierror) &
        bind(c, name="arauto_mpix_put_notify_tag")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int), intent(in) :: origin_count, origin_datatype, target_rank, target_count
      integer(c_int), intent(in) :: target_datatype, win, tag
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Put_notify_tag

    subroutine MPIX_Get_notify_tag(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, win, tag, ierror) &
        bind(c, name="arauto_mpix_get_notify_tag")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int), intent(in) :: origin_count, origin_datatype, target_rank, target_count
      integer(c_int), intent(in) :: target_datatype, win, tag
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Get_notify_tag

    subroutine MPIX_Accumulate_notify_tag(origin_addr, origin_count, origin_datatype, &
        target_rank, target_disp, target_count, target_datatype, op, win, tag, ierror) &
        bind(c, name="arauto_mpix_accumulate_notify_tag")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int), intent(in) :: origin_count, origin_datatype, target_rank, target_count
      integer(c_int), intent(in) :: target_datatype, op, win, tag
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Accumulate_notify_tag

    subroutine MPIX_Rput_notify_tag(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, win, request, tag, ierror) &
        bind(c, name="arauto_mpix_rput_notify_tag")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int), intent(in) :: origin_count, origin_datatype, target_rank, target_count
      integer(c_int), intent(in) :: target_datatype, win, tag
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: request
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Rput_notify_tag

    subroutine MPIX_Rget_notify_tag(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, win, request, tag, ierror) &
        bind(c, name="arauto_mpix_rget_notify_tag")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int), intent(in) :: origin_count, origin_datatype, target_rank, target_count
      integer(c_int), intent(in) :: target_datatype, win, tag
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: request
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Rget_notify_tag

    subroutine MPIX_Raccumulate_notify_tag(origin_addr, origin_count, origin_datatype, &
        target_rank, target_disp, target_count, target_datatype, op, win, request, tag, ierror) &
        bind(c, name="arauto_mpix_raccumulate_notify_tag")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int), intent(in) :: origin_count, origin_datatype, target_rank, target_count
      integer(c_int), intent(in) :: target_datatype, op, win, tag
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: request
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Raccumulate_notify_tag

    subroutine MPIX_Put_notify_c(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, notify_idx, win, ierror) &
        bind(c, name="arauto_mpix_put_notify_c")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int64_t), intent(in) :: origin_count, target_count
      integer(c_int), intent(in) :: origin_datatype, target_rank, target_datatype
      integer(c_int), intent(in) :: notify_idx, win
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Put_notify_c

    subroutine MPIX_Get_notify_c(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, notify_idx, win, ierror) &
        bind(c, name="arauto_mpix_get_notify_c")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int64_t), intent(in) :: origin_count, target_count
      integer(c_int), intent(in) :: origin_datatype, target_rank, target_datatype
      integer(c_int), intent(in) :: notify_idx, win
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Get_notify_c

    subroutine MPIX_Accumulate_notify_c(origin_addr, origin_count, origin_datatype, &
        target_rank, target_disp, target_count, target_datatype, op, notify_idx, win, ierror) &
        bind(c, name="arauto_mpix_accumulate_notify_c")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int64_t), intent(in) :: origin_count, target_count
      integer(c_int), intent(in) :: origin_datatype, target_rank, target_datatype, op
      integer(c_int), intent(in) :: notify_idx, win
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Accumulate_notify_c

    subroutine MPIX_Get_accumulate_notify_c(origin_addr, origin_count, origin_datatype, &
        result_addr, result_count, result_datatype, target_rank, target_disp, target_count, &
        target_datatype, op, notify_idx, win, ierror) &
        bind(c, name="arauto_mpix_get_accumulate_notify_c")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      !GCC$ attributes no_arg_check :: result_addr
      type(*), dimension(*) :: origin_addr, result_addr
      integer(c_int64_t), intent(in) :: origin_count, result_count, target_count
      integer(c_int), intent(in) :: origin_datatype, result_datatype, target_rank
      integer(c_int), intent(in) :: target_datatype, op, notify_idx, win
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Get_accumulate_notify_c

    subroutine MPIX_Rput_notify_c(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, notify_idx, win, request, ierror) &
        bind(c, name="arauto_mpix_rput_notify_c")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int64_t), intent(in) :: origin_count, target_count
      integer(c_int), intent(in) :: origin_datatype, target_rank, target_datatype
      integer(c_int), intent(in) :: notify_idx, win
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: request
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Rput_notify_c

    subroutine MPIX_Rget_notify_c(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, notify_idx, win, request, ierror) &
        bind(c, name="arauto_mpix_rget_notify_c")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int64_t), intent(in) :: origin_count, target_count
      integer(c_int), intent(in) :: origin_datatype, target_rank, target_datatype
      integer(c_int), intent(in) :: notify_idx, win
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: request
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Rget_notify_c

    subroutine MPIX_Raccumulate_notify_c(origin_addr, origin_count, origin_datatype, &
        target_rank, target_disp, target_count, target_datatype, op, notify_idx, win, request, &
        ierror) bind(c, name="arauto_mpix_raccumulate_notify_c")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int64_t), intent(in) :: origin_count, target_count
      integer(c_int), intent(in) :: origin_datatype, target_rank, target_datatype, op
      integer(c_int), intent(in) :: notify_idx, win
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: request
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Raccumulate_notify_c

    subroutine MPIX_Rget_accumulate_notify_c(origin_addr, origin_count, origin_datatype, &
        result_addr, result_count, result_datatype, target_rank, target_disp, target_count, &
        target_datatype, op, notify_idx, win, request, ierror) &
        bind(c, name="arauto_mpix_rget_accumulate_notify_c")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      !GCC$ attributes no_arg_check :: result_addr
      type(*), dimension(*) :: origin_addr, result_addr
      integer(c_int64_t), intent(in) :: origin_count, result_count, target_count
      integer(c_int), intent(in) :: origin_datatype, result_datatype, target_rank
      integer(c_int), intent(in) :: target_datatype, op, notify_idx, win
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: request
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Rget_accumulate_notify_c

    subroutine MPIX_Put_notify_tag_c(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, win, tag, ierror) &
        bind(c, name="arauto_mpix_put_notify_tag_c")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int64_t), intent(in) :: origin_count, target_count
      integer(c_int), intent(in) :: origin_datatype, target_rank, target_datatype, win, tag
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Put_notify_tag_c

    subroutine MPIX_Get_notify_tag_c(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, win, tag, ierror) &
        bind(c, name="arauto_mpix_get_notify_tag_c")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int64_t), intent(in) :: origin_count, target_count
      integer(c_int), intent(in) :: origin_datatype, target_rank, target_datatype, win, tag
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Get_notify_tag_c

    subroutine MPIX_Accumulate_notify_tag_c(origin_addr, origin_count, origin_datatype, &
        target_rank, target_disp, target_count, target_datatype, op, win, tag, ierror) &
        bind(c, name="arauto_mpix_accumulate_notify_tag_c")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int64_t), intent(in) :: origin_count, target_count
      integer(c_int), intent(in) :: origin_datatype, target_rank, target_datatype, op, win
      integer(c_int), intent(in) :: tag
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Accumulate_notify_tag_c

    subroutine MPIX_Rput_notify_tag_c(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, win, request, tag, ierror) &
        bind(c, name="arauto_mpix_rput_notify_tag_c")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int64_t), intent(in) :: origin_count, target_count
      integer(c_int), intent(in) :: origin_datatype, target_rank, target_datatype, win, tag
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: request
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Rput_notify_tag_c

    subroutine MPIX_Rget_notify_tag_c(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, win, request, tag, ierror) &
        bind(c, name="arauto_mpix_rget_notify_tag_c")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int64_t), intent(in) :: origin_count, target_count
      integer(c_int), intent(in) :: origin_datatype, target_rank, target_datatype, win, tag
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: request
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Rget_notify_tag_c

    subroutine MPIX_Raccumulate_notify_tag_c(origin_addr, origin_count, origin_datatype, &
        target_rank, target_disp, target_count, target_datatype, op, win, request, tag, ierror) &
        bind(c, name="arauto_mpix_raccumulate_notify_tag_c")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int64_t), intent(in) :: origin_count, target_count
      integer(c_int), intent(in) :: origin_datatype, target_rank, target_datatype, op, win
      integer(c_int), intent(in) :: tag
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: request
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Raccumulate_notify_tag_c

    subroutine MPIX_Win_set_num_notify(win, info, num, ierror) &
        bind(c, name="arauto_mpix_win_set_num_notify")
      import
      integer(c_int), intent(in) :: win, info, num
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Win_set_num_notify

    subroutine MPIX_Win_get_num_notify(win, rank, num, ierror) &
        bind(c, name="arauto_mpix_win_get_num_notify")
      import
      integer(c_int), intent(in) :: win, rank
      integer(c_int), intent(out) :: num
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Win_get_num_notify

    subroutine MPIX_Win_get_notify_value(win, notify_idx, value, ierror) &
        bind(c, name="arauto_mpix_win_get_notify_value")
      import
      integer(c_int), intent(in) :: win, notify_idx
      integer(c_int64_t), intent(out) :: value
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Win_get_notify_value

    subroutine MPIX_Win_reset_notify_value(win, notify_idx, value, ierror) &
        bind(c, name="arauto_mpix_win_reset_notify_value")
      import
      integer(c_int), intent(in) :: win, notify_idx
      integer(c_int64_t), intent(out) :: value
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Win_reset_notify_value

    subroutine MPIX_Win_notify_threshold(win, notify_idx, threshold, request, ierror) &
        bind(c, name="arauto_mpix_win_notify_threshold")
      import
      integer(c_int), intent(in) :: win, notify_idx
      integer(c_int64_t), intent(in) :: threshold
      integer(c_int), intent(out) :: request
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Win_notify_threshold

    subroutine MPIX_Win_iwait_notify(win, notify_idx, threshold, request, ierror) &
        bind(c, name="arauto_mpix_win_iwait_notify")
      import
      integer(c_int), intent(in) :: win, notify_idx
      integer(c_int64_t), intent(in) :: threshold
      integer(c_int), intent(out) :: request
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Win_iwait_notify

    subroutine MPIX_Win_notify_init(win, notify_idx, threshold, request, ierror) &
        bind(c, name="arauto_mpix_win_notify_init")
      import
      integer(c_int), intent(in) :: win, notify_idx
      integer(c_int64_t), intent(in) :: threshold
      integer(c_int), intent(out) :: request
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Win_notify_init

    subroutine MPIX_Notify_init(win, source, tag, count, request, ierror) &
        bind(c, name="arauto_mpix_notify_init")
      import
      integer(c_int), intent(in) :: win, source, tag, count
      integer(c_int), intent(out) :: request
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Notify_init

    subroutine MPIX_Iprobe_notify(win, source, tag, flag, status, ierror) &
        bind(c, name="arauto_mpix_iprobe_notify")
      import
      integer(c_int), intent(in) :: win, source, tag
      logical, intent(out) :: flag
      integer(c_int), intent(out) :: status(*)
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Iprobe_notify

    function MPIX_ERR_RMA_NOTIFICATION() &
        bind(c, name="arauto_mpix_err_rma_notification")
      import
      integer(c_int) :: MPIX_ERR_RMA_NOTIFICATION
    end function MPIX_ERR_RMA_NOTIFICATION

    function MPIX_WIN_NOTIFICATION_NUM_SB() &
        bind(c, name="arauto_mpix_win_notification_num_sb")
      import
      integer(c_int) :: MPIX_WIN_NOTIFICATION_NUM_SB
    end function MPIX_WIN_NOTIFICATION_NUM_SB

    function MPIX_WIN_NOTIFICATION_NUM_UB() &
        bind(c, name="arauto_mpix_win_notification_num_ub")
      import
      integer(c_int) :: MPIX_WIN_NOTIFICATION_NUM_UB
    end function MPIX_WIN_NOTIFICATION_NUM_UB

    function MPIX_WIN_NOTIFICATION_VALUE_UB() &
        bind(c, name="arauto_mpix_win_notification_value_ub")
      import
      integer(c_int) :: MPIX_WIN_NOTIFICATION_VALUE_UB
    end function MPIX_WIN_NOTIFICATION_VALUE_UB
  end interface
end module arauto_mpix
