! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Generated from frontends/mpi/bindings/calls.txt: change that, and run `make bindings`.
! Notified communication (arauto/mpix.h) and nonblocking epochs for programs with `use mpi` or
! mpif.h. The module has interfaces alone, so that compiling it yields only a module file. Compile
! it with the MPI's wrapper, like the program. The same procedures can be called without the
! module, by implicit interface, like those of mpif.h. For `use mpi_f08` there is arauto_mpix_f08.
! Buffers must be contiguous; MPI_BOTTOM is not supported. Names that end in _c take counts of 64
! bits. The last functions return numbers that the MPI chooses when it starts.
module arauto_mpix
  use, intrinsic :: iso_c_binding, only: c_int, c_int64_t, c_intptr_t
  implicit none (type, external)
  private

  public :: MPIX_Put_notify, MPIX_Get_notify, MPIX_Accumulate_notify, MPIX_Get_accumulate_notify, &
      MPIX_Rput_notify, MPIX_Rget_notify, MPIX_Raccumulate_notify, MPIX_Rget_accumulate_notify, &
      MPIX_Put_notify_tag, MPIX_Get_notify_tag, MPIX_Accumulate_notify_tag, MPIX_Rput_notify_tag, &
      MPIX_Rget_notify_tag, MPIX_Raccumulate_notify_tag, MPIX_Put_notify_c, MPIX_Get_notify_c, &
      MPIX_Accumulate_notify_c, MPIX_Get_accumulate_notify_c, MPIX_Rput_notify_c, &
      MPIX_Rget_notify_c, MPIX_Raccumulate_notify_c, MPIX_Rget_accumulate_notify_c, &
      MPIX_Put_notify_tag_c, MPIX_Get_notify_tag_c, MPIX_Accumulate_notify_tag_c, &
      MPIX_Rput_notify_tag_c, MPIX_Rget_notify_tag_c, MPIX_Raccumulate_notify_tag_c, &
      MPIX_Win_set_num_notify, MPIX_Win_get_num_notify, MPIX_Win_get_notify_value, &
      MPIX_Win_reset_notify_value, MPIX_Win_notify_threshold, MPIX_Win_iwait_notify, &
      MPIX_Win_notify_init, MPIX_Notify_init, MPIX_Iprobe_notify, MPIX_Win_ifence, MPIX_Win_ipost, &
      MPIX_Win_istart, MPIX_Win_icomplete, MPIX_Win_iwait, MPIX_Win_ilock, MPIX_Win_ilock_all, &
      MPIX_Win_iunlock, MPIX_Win_iunlock_all, MPIX_Win_iflush, MPIX_Win_iflush_local, &
      MPIX_Win_iflush_all, MPIX_Win_iflush_local_all, MPIX_ERR_RMA_NOTIFICATION, &
      MPIX_WIN_NOTIFICATION_NUM_SB, MPIX_WIN_NOTIFICATION_NUM_UB, MPIX_WIN_NOTIFICATION_VALUE_UB

  interface
    subroutine MPIX_Put_notify(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, notify_idx, win, ierror) &
        bind(c, name="arauto_mpix_put_notify")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int), intent(in) :: origin_count, origin_datatype, target_rank, target_count, &
          target_datatype, notify_idx, win
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Put_notify

    subroutine MPIX_Get_notify(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, notify_idx, win, ierror) &
        bind(c, name="arauto_mpix_get_notify")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int), intent(in) :: origin_count, origin_datatype, target_rank, target_count, &
          target_datatype, notify_idx, win
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Get_notify

    subroutine MPIX_Accumulate_notify(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, op, notify_idx, win, ierror) &
        bind(c, name="arauto_mpix_accumulate_notify")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int), intent(in) :: origin_count, origin_datatype, target_rank, target_count, &
          target_datatype, op, notify_idx, win
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Accumulate_notify

    subroutine MPIX_Get_accumulate_notify(origin_addr, origin_count, origin_datatype, result_addr, &
        result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, &
        op, notify_idx, win, ierror) &
        bind(c, name="arauto_mpix_get_accumulate_notify")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      !GCC$ attributes no_arg_check :: result_addr
      type(*), dimension(*) :: origin_addr, result_addr
      integer(c_int), intent(in) :: origin_count, origin_datatype, result_count, result_datatype, &
          target_rank, target_count, target_datatype, op, notify_idx, win
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Get_accumulate_notify

    subroutine MPIX_Rput_notify(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, notify_idx, win, request, ierror) &
        bind(c, name="arauto_mpix_rput_notify")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int), intent(in) :: origin_count, origin_datatype, target_rank, target_count, &
          target_datatype, notify_idx, win
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: request, ierror
    end subroutine MPIX_Rput_notify

    subroutine MPIX_Rget_notify(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, notify_idx, win, request, ierror) &
        bind(c, name="arauto_mpix_rget_notify")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int), intent(in) :: origin_count, origin_datatype, target_rank, target_count, &
          target_datatype, notify_idx, win
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: request, ierror
    end subroutine MPIX_Rget_notify

    subroutine MPIX_Raccumulate_notify(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, op, notify_idx, win, request, ierror) &
        bind(c, name="arauto_mpix_raccumulate_notify")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int), intent(in) :: origin_count, origin_datatype, target_rank, target_count, &
          target_datatype, op, notify_idx, win
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: request, ierror
    end subroutine MPIX_Raccumulate_notify

    subroutine MPIX_Rget_accumulate_notify(origin_addr, origin_count, origin_datatype, &
        result_addr, result_count, result_datatype, target_rank, target_disp, target_count, &
        target_datatype, op, notify_idx, win, request, ierror) &
        bind(c, name="arauto_mpix_rget_accumulate_notify")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      !GCC$ attributes no_arg_check :: result_addr
      type(*), dimension(*) :: origin_addr, result_addr
      integer(c_int), intent(in) :: origin_count, origin_datatype, result_count, result_datatype, &
          target_rank, target_count, target_datatype, op, notify_idx, win
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: request, ierror
    end subroutine MPIX_Rget_accumulate_notify

    subroutine MPIX_Put_notify_tag(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, win, tag, ierror) &
        bind(c, name="arauto_mpix_put_notify_tag")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int), intent(in) :: origin_count, origin_datatype, target_rank, target_count, &
          target_datatype, win, tag
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Put_notify_tag

    subroutine MPIX_Get_notify_tag(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, win, tag, ierror) &
        bind(c, name="arauto_mpix_get_notify_tag")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int), intent(in) :: origin_count, origin_datatype, target_rank, target_count, &
          target_datatype, win, tag
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Get_notify_tag

    subroutine MPIX_Accumulate_notify_tag(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, op, win, tag, ierror) &
        bind(c, name="arauto_mpix_accumulate_notify_tag")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int), intent(in) :: origin_count, origin_datatype, target_rank, target_count, &
          target_datatype, op, win, tag
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Accumulate_notify_tag

    subroutine MPIX_Rput_notify_tag(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, win, request, tag, ierror) &
        bind(c, name="arauto_mpix_rput_notify_tag")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int), intent(in) :: origin_count, origin_datatype, target_rank, target_count, &
          target_datatype, win, tag
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: request, ierror
    end subroutine MPIX_Rput_notify_tag

    subroutine MPIX_Rget_notify_tag(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, win, request, tag, ierror) &
        bind(c, name="arauto_mpix_rget_notify_tag")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int), intent(in) :: origin_count, origin_datatype, target_rank, target_count, &
          target_datatype, win, tag
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: request, ierror
    end subroutine MPIX_Rget_notify_tag

    subroutine MPIX_Raccumulate_notify_tag(origin_addr, origin_count, origin_datatype, &
        target_rank, target_disp, target_count, target_datatype, op, win, request, tag, ierror) &
        bind(c, name="arauto_mpix_raccumulate_notify_tag")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int), intent(in) :: origin_count, origin_datatype, target_rank, target_count, &
          target_datatype, op, win, tag
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: request, ierror
    end subroutine MPIX_Raccumulate_notify_tag

    subroutine MPIX_Put_notify_c(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, notify_idx, win, ierror) &
        bind(c, name="arauto_mpix_put_notify_c")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int64_t), intent(in) :: origin_count, target_count
      integer(c_int), intent(in) :: origin_datatype, target_rank, target_datatype, notify_idx, win
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
      integer(c_int), intent(in) :: origin_datatype, target_rank, target_datatype, notify_idx, win
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Get_notify_c

    subroutine MPIX_Accumulate_notify_c(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, op, notify_idx, win, ierror) &
        bind(c, name="arauto_mpix_accumulate_notify_c")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int64_t), intent(in) :: origin_count, target_count
      integer(c_int), intent(in) :: origin_datatype, target_rank, target_datatype, op, notify_idx, &
          win
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
      integer(c_int), intent(in) :: origin_datatype, result_datatype, target_rank, &
          target_datatype, op, notify_idx, win
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
      integer(c_int), intent(in) :: origin_datatype, target_rank, target_datatype, notify_idx, win
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: request, ierror
    end subroutine MPIX_Rput_notify_c

    subroutine MPIX_Rget_notify_c(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, notify_idx, win, request, ierror) &
        bind(c, name="arauto_mpix_rget_notify_c")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int64_t), intent(in) :: origin_count, target_count
      integer(c_int), intent(in) :: origin_datatype, target_rank, target_datatype, notify_idx, win
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: request, ierror
    end subroutine MPIX_Rget_notify_c

    subroutine MPIX_Raccumulate_notify_c(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, op, notify_idx, win, request, ierror) &
        bind(c, name="arauto_mpix_raccumulate_notify_c")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int64_t), intent(in) :: origin_count, target_count
      integer(c_int), intent(in) :: origin_datatype, target_rank, target_datatype, op, notify_idx, &
          win
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: request, ierror
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
      integer(c_int), intent(in) :: origin_datatype, result_datatype, target_rank, &
          target_datatype, op, notify_idx, win
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: request, ierror
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
      integer(c_int), intent(in) :: origin_datatype, target_rank, target_datatype, op, win, tag
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
      integer(c_int), intent(out) :: request, ierror
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
      integer(c_int), intent(out) :: request, ierror
    end subroutine MPIX_Rget_notify_tag_c

    subroutine MPIX_Raccumulate_notify_tag_c(origin_addr, origin_count, origin_datatype, &
        target_rank, target_disp, target_count, target_datatype, op, win, request, tag, ierror) &
        bind(c, name="arauto_mpix_raccumulate_notify_tag_c")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int64_t), intent(in) :: origin_count, target_count
      integer(c_int), intent(in) :: origin_datatype, target_rank, target_datatype, op, win, tag
      integer(c_intptr_t), intent(in) :: target_disp
      integer(c_int), intent(out) :: request, ierror
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
      integer(c_int), intent(out) :: num, ierror
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
      integer(c_int), intent(out) :: request, ierror
    end subroutine MPIX_Win_notify_threshold

    subroutine MPIX_Win_iwait_notify(win, notify_idx, threshold, request, ierror) &
        bind(c, name="arauto_mpix_win_iwait_notify")
      import
      integer(c_int), intent(in) :: win, notify_idx
      integer(c_int64_t), intent(in) :: threshold
      integer(c_int), intent(out) :: request, ierror
    end subroutine MPIX_Win_iwait_notify

    subroutine MPIX_Win_notify_init(win, notify_idx, threshold, request, ierror) &
        bind(c, name="arauto_mpix_win_notify_init")
      import
      integer(c_int), intent(in) :: win, notify_idx
      integer(c_int64_t), intent(in) :: threshold
      integer(c_int), intent(out) :: request, ierror
    end subroutine MPIX_Win_notify_init

    subroutine MPIX_Notify_init(win, source, tag, count, request, ierror) &
        bind(c, name="arauto_mpix_notify_init")
      import
      integer(c_int), intent(in) :: win, source, tag, count
      integer(c_int), intent(out) :: request, ierror
    end subroutine MPIX_Notify_init

    subroutine MPIX_Iprobe_notify(win, source, tag, flag, status, ierror) &
        bind(c, name="arauto_mpix_iprobe_notify")
      import
      integer(c_int), intent(in) :: win, source, tag
      logical, intent(out) :: flag
      integer(c_int), intent(out), dimension(*) :: status
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Iprobe_notify

    subroutine MPIX_Win_ifence(assert, win, request, ierror) &
        bind(c, name="arauto_mpix_win_ifence")
      import
      integer(c_int), intent(in) :: assert, win
      integer(c_int), intent(out) :: request, ierror
    end subroutine MPIX_Win_ifence

    subroutine MPIX_Win_ipost(group, assert, win, request, ierror) &
        bind(c, name="arauto_mpix_win_ipost")
      import
      integer(c_int), intent(in) :: group, assert, win
      integer(c_int), intent(out) :: request, ierror
    end subroutine MPIX_Win_ipost

    subroutine MPIX_Win_istart(group, assert, win, request, ierror) &
        bind(c, name="arauto_mpix_win_istart")
      import
      integer(c_int), intent(in) :: group, assert, win
      integer(c_int), intent(out) :: request, ierror
    end subroutine MPIX_Win_istart

    subroutine MPIX_Win_icomplete(win, request, ierror) &
        bind(c, name="arauto_mpix_win_icomplete")
      import
      integer(c_int), intent(in) :: win
      integer(c_int), intent(out) :: request, ierror
    end subroutine MPIX_Win_icomplete

    subroutine MPIX_Win_iwait(win, request, ierror) &
        bind(c, name="arauto_mpix_win_iwait")
      import
      integer(c_int), intent(in) :: win
      integer(c_int), intent(out) :: request, ierror
    end subroutine MPIX_Win_iwait

    subroutine MPIX_Win_ilock(lock_type, rank, assert, win, request, ierror) &
        bind(c, name="arauto_mpix_win_ilock")
      import
      integer(c_int), intent(in) :: lock_type, rank, assert, win
      integer(c_int), intent(out) :: request, ierror
    end subroutine MPIX_Win_ilock

    subroutine MPIX_Win_ilock_all(assert, win, request, ierror) &
        bind(c, name="arauto_mpix_win_ilock_all")
      import
      integer(c_int), intent(in) :: assert, win
      integer(c_int), intent(out) :: request, ierror
    end subroutine MPIX_Win_ilock_all

    subroutine MPIX_Win_iunlock(rank, win, request, ierror) &
        bind(c, name="arauto_mpix_win_iunlock")
      import
      integer(c_int), intent(in) :: rank, win
      integer(c_int), intent(out) :: request, ierror
    end subroutine MPIX_Win_iunlock

    subroutine MPIX_Win_iunlock_all(win, request, ierror) &
        bind(c, name="arauto_mpix_win_iunlock_all")
      import
      integer(c_int), intent(in) :: win
      integer(c_int), intent(out) :: request, ierror
    end subroutine MPIX_Win_iunlock_all

    subroutine MPIX_Win_iflush(rank, win, request, ierror) &
        bind(c, name="arauto_mpix_win_iflush")
      import
      integer(c_int), intent(in) :: rank, win
      integer(c_int), intent(out) :: request, ierror
    end subroutine MPIX_Win_iflush

    subroutine MPIX_Win_iflush_local(rank, win, request, ierror) &
        bind(c, name="arauto_mpix_win_iflush_local")
      import
      integer(c_int), intent(in) :: rank, win
      integer(c_int), intent(out) :: request, ierror
    end subroutine MPIX_Win_iflush_local

    subroutine MPIX_Win_iflush_all(win, request, ierror) &
        bind(c, name="arauto_mpix_win_iflush_all")
      import
      integer(c_int), intent(in) :: win
      integer(c_int), intent(out) :: request, ierror
    end subroutine MPIX_Win_iflush_all

    subroutine MPIX_Win_iflush_local_all(win, request, ierror) &
        bind(c, name="arauto_mpix_win_iflush_local_all")
      import
      integer(c_int), intent(in) :: win
      integer(c_int), intent(out) :: request, ierror
    end subroutine MPIX_Win_iflush_local_all

    function MPIX_ERR_RMA_NOTIFICATION() bind(c, name="arauto_mpix_err_rma_notification")
      import
      integer(c_int) :: MPIX_ERR_RMA_NOTIFICATION
    end function MPIX_ERR_RMA_NOTIFICATION

    function MPIX_WIN_NOTIFICATION_NUM_SB() bind(c, name="arauto_mpix_win_notification_num_sb")
      import
      integer(c_int) :: MPIX_WIN_NOTIFICATION_NUM_SB
    end function MPIX_WIN_NOTIFICATION_NUM_SB

    function MPIX_WIN_NOTIFICATION_NUM_UB() bind(c, name="arauto_mpix_win_notification_num_ub")
      import
      integer(c_int) :: MPIX_WIN_NOTIFICATION_NUM_UB
    end function MPIX_WIN_NOTIFICATION_NUM_UB

    function MPIX_WIN_NOTIFICATION_VALUE_UB() bind(c, name="arauto_mpix_win_notification_value_ub")
      import
      integer(c_int) :: MPIX_WIN_NOTIFICATION_VALUE_UB
    end function MPIX_WIN_NOTIFICATION_VALUE_UB
  end interface
end module arauto_mpix
