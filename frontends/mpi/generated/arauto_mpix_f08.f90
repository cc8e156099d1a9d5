! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Generated from frontends/mpi/bindings/calls.txt: change that, and run `make bindings`.
! Notified communication (arauto/mpix.h) and nonblocking epochs for programs with `use mpi_f08`:
! the names of arauto_mpix with the handles of mpi_f08, an optional ierror, and counts of either
! width under one name. The module has interfaces alone and does not need arauto_mpix. Compile it
! with the MPI's wrapper, like the program. Buffers must be contiguous.
module arauto_mpix_f08
  use mpi_f08, only: MPI_Datatype, MPI_Group, MPI_Info, MPI_Op, MPI_Request, MPI_Status, MPI_Win
  use, intrinsic :: iso_c_binding, only: c_int, c_int64_t, c_intptr_t
  implicit none (type, external)
  private

  public :: MPIX_Put_notify, MPIX_Get_notify, MPIX_Accumulate_notify, MPIX_Get_accumulate_notify, &
      MPIX_Rput_notify, MPIX_Rget_notify, MPIX_Raccumulate_notify, MPIX_Rget_accumulate_notify, &
      MPIX_Put_notify_tag, MPIX_Get_notify_tag, MPIX_Accumulate_notify_tag, MPIX_Rput_notify_tag, &
      MPIX_Rget_notify_tag, MPIX_Raccumulate_notify_tag, MPIX_Win_set_num_notify, &
      MPIX_Win_get_num_notify, MPIX_Win_get_notify_value, MPIX_Win_reset_notify_value, &
      MPIX_Win_notify_threshold, MPIX_Win_iwait_notify, MPIX_Win_notify_init, MPIX_Notify_init, &
      MPIX_Iprobe_notify, MPIX_Win_ifence, MPIX_Win_ipost, MPIX_Win_istart, MPIX_Win_icomplete, &
      MPIX_Win_iwait, MPIX_Win_ilock, MPIX_Win_ilock_all, MPIX_Win_iunlock, MPIX_Win_iunlock_all, &
      MPIX_Win_iflush, MPIX_Win_iflush_local, MPIX_Win_iflush_all, MPIX_Win_iflush_local_all, &
      MPIX_ERR_RMA_NOTIFICATION, MPIX_WIN_NOTIFICATION_NUM_SB, MPIX_WIN_NOTIFICATION_NUM_UB, &
      MPIX_WIN_NOTIFICATION_VALUE_UB

  interface MPIX_Put_notify
    subroutine MPIX_Put_notify_f08(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, notify_idx, win, ierror) &
        bind(c, name="arauto_mpix_put_notify_f08")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int), intent(in) :: origin_count, target_rank, target_count, notify_idx
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer(c_intptr_t), intent(in) :: target_disp
      type(MPI_Win), intent(in) :: win
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Put_notify_f08

    subroutine MPIX_Put_notify_c_f08(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, notify_idx, win, ierror) &
        bind(c, name="arauto_mpix_put_notify_c_f08")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int64_t), intent(in) :: origin_count, target_count
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer(c_int), intent(in) :: target_rank, notify_idx
      integer(c_intptr_t), intent(in) :: target_disp
      type(MPI_Win), intent(in) :: win
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Put_notify_c_f08
  end interface MPIX_Put_notify

  interface MPIX_Get_notify
    subroutine MPIX_Get_notify_f08(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, notify_idx, win, ierror) &
        bind(c, name="arauto_mpix_get_notify_f08")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int), intent(in) :: origin_count, target_rank, target_count, notify_idx
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer(c_intptr_t), intent(in) :: target_disp
      type(MPI_Win), intent(in) :: win
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Get_notify_f08

    subroutine MPIX_Get_notify_c_f08(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, notify_idx, win, ierror) &
        bind(c, name="arauto_mpix_get_notify_c_f08")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int64_t), intent(in) :: origin_count, target_count
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer(c_int), intent(in) :: target_rank, notify_idx
      integer(c_intptr_t), intent(in) :: target_disp
      type(MPI_Win), intent(in) :: win
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Get_notify_c_f08
  end interface MPIX_Get_notify

  interface MPIX_Accumulate_notify
    subroutine MPIX_Accumulate_notify_f08(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, op, notify_idx, win, ierror) &
        bind(c, name="arauto_mpix_accumulate_notify_f08")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int), intent(in) :: origin_count, target_rank, target_count, notify_idx
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer(c_intptr_t), intent(in) :: target_disp
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Accumulate_notify_f08

    subroutine MPIX_Accumulate_notify_c_f08(origin_addr, origin_count, origin_datatype, &
        target_rank, target_disp, target_count, target_datatype, op, notify_idx, win, ierror) &
        bind(c, name="arauto_mpix_accumulate_notify_c_f08")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int64_t), intent(in) :: origin_count, target_count
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer(c_int), intent(in) :: target_rank, notify_idx
      integer(c_intptr_t), intent(in) :: target_disp
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Accumulate_notify_c_f08
  end interface MPIX_Accumulate_notify

  interface MPIX_Get_accumulate_notify
    subroutine MPIX_Get_accumulate_notify_f08(origin_addr, origin_count, origin_datatype, &
        result_addr, result_count, result_datatype, target_rank, target_disp, target_count, &
        target_datatype, op, notify_idx, win, ierror) &
        bind(c, name="arauto_mpix_get_accumulate_notify_f08")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      !GCC$ attributes no_arg_check :: result_addr
      type(*), dimension(*) :: origin_addr, result_addr
      integer(c_int), intent(in) :: origin_count, result_count, target_rank, target_count, &
          notify_idx
      type(MPI_Datatype), intent(in) :: origin_datatype, result_datatype, target_datatype
      integer(c_intptr_t), intent(in) :: target_disp
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Get_accumulate_notify_f08

    subroutine MPIX_Get_accumulate_notify_c_f08(origin_addr, origin_count, origin_datatype, &
        result_addr, result_count, result_datatype, target_rank, target_disp, target_count, &
        target_datatype, op, notify_idx, win, ierror) &
        bind(c, name="arauto_mpix_get_accumulate_notify_c_f08")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      !GCC$ attributes no_arg_check :: result_addr
      type(*), dimension(*) :: origin_addr, result_addr
      integer(c_int64_t), intent(in) :: origin_count, result_count, target_count
      type(MPI_Datatype), intent(in) :: origin_datatype, result_datatype, target_datatype
      integer(c_int), intent(in) :: target_rank, notify_idx
      integer(c_intptr_t), intent(in) :: target_disp
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Get_accumulate_notify_c_f08
  end interface MPIX_Get_accumulate_notify

  interface MPIX_Rput_notify
    subroutine MPIX_Rput_notify_f08(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, notify_idx, win, request, ierror) &
        bind(c, name="arauto_mpix_rput_notify_f08")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int), intent(in) :: origin_count, target_rank, target_count, notify_idx
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer(c_intptr_t), intent(in) :: target_disp
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(out) :: request
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Rput_notify_f08

    subroutine MPIX_Rput_notify_c_f08(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, notify_idx, win, request, ierror) &
        bind(c, name="arauto_mpix_rput_notify_c_f08")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int64_t), intent(in) :: origin_count, target_count
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer(c_int), intent(in) :: target_rank, notify_idx
      integer(c_intptr_t), intent(in) :: target_disp
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(out) :: request
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Rput_notify_c_f08
  end interface MPIX_Rput_notify

  interface MPIX_Rget_notify
    subroutine MPIX_Rget_notify_f08(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, notify_idx, win, request, ierror) &
        bind(c, name="arauto_mpix_rget_notify_f08")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int), intent(in) :: origin_count, target_rank, target_count, notify_idx
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer(c_intptr_t), intent(in) :: target_disp
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(out) :: request
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Rget_notify_f08

    subroutine MPIX_Rget_notify_c_f08(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, notify_idx, win, request, ierror) &
        bind(c, name="arauto_mpix_rget_notify_c_f08")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int64_t), intent(in) :: origin_count, target_count
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer(c_int), intent(in) :: target_rank, notify_idx
      integer(c_intptr_t), intent(in) :: target_disp
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(out) :: request
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Rget_notify_c_f08
  end interface MPIX_Rget_notify

  interface MPIX_Raccumulate_notify
    subroutine MPIX_Raccumulate_notify_f08(origin_addr, origin_count, origin_datatype, &
        target_rank, target_disp, target_count, target_datatype, op, notify_idx, win, request, &
        ierror) &
        bind(c, name="arauto_mpix_raccumulate_notify_f08")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int), intent(in) :: origin_count, target_rank, target_count, notify_idx
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer(c_intptr_t), intent(in) :: target_disp
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(out) :: request
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Raccumulate_notify_f08

    subroutine MPIX_Raccumulate_notify_c_f08(origin_addr, origin_count, origin_datatype, &
        target_rank, target_disp, target_count, target_datatype, op, notify_idx, win, request, &
        ierror) &
        bind(c, name="arauto_mpix_raccumulate_notify_c_f08")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int64_t), intent(in) :: origin_count, target_count
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer(c_int), intent(in) :: target_rank, notify_idx
      integer(c_intptr_t), intent(in) :: target_disp
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(out) :: request
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Raccumulate_notify_c_f08
  end interface MPIX_Raccumulate_notify

  interface MPIX_Rget_accumulate_notify
    subroutine MPIX_Rget_accumulate_notify_f08(origin_addr, origin_count, origin_datatype, &
        result_addr, result_count, result_datatype, target_rank, target_disp, target_count, &
        target_datatype, op, notify_idx, win, request, ierror) &
        bind(c, name="arauto_mpix_rget_accumulate_notify_f08")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      !GCC$ attributes no_arg_check :: result_addr
      type(*), dimension(*) :: origin_addr, result_addr
      integer(c_int), intent(in) :: origin_count, result_count, target_rank, target_count, &
          notify_idx
      type(MPI_Datatype), intent(in) :: origin_datatype, result_datatype, target_datatype
      integer(c_intptr_t), intent(in) :: target_disp
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(out) :: request
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Rget_accumulate_notify_f08

    subroutine MPIX_Rget_accumulate_notify_c_f08(origin_addr, origin_count, origin_datatype, &
        result_addr, result_count, result_datatype, target_rank, target_disp, target_count, &
        target_datatype, op, notify_idx, win, request, ierror) &
        bind(c, name="arauto_mpix_rget_accumulate_notify_c_f08")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      !GCC$ attributes no_arg_check :: result_addr
      type(*), dimension(*) :: origin_addr, result_addr
      integer(c_int64_t), intent(in) :: origin_count, result_count, target_count
      type(MPI_Datatype), intent(in) :: origin_datatype, result_datatype, target_datatype
      integer(c_int), intent(in) :: target_rank, notify_idx
      integer(c_intptr_t), intent(in) :: target_disp
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(out) :: request
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Rget_accumulate_notify_c_f08
  end interface MPIX_Rget_accumulate_notify

  interface MPIX_Put_notify_tag
    subroutine MPIX_Put_notify_tag_f08(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, win, tag, ierror) &
        bind(c, name="arauto_mpix_put_notify_tag_f08")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int), intent(in) :: origin_count, target_rank, target_count, tag
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer(c_intptr_t), intent(in) :: target_disp
      type(MPI_Win), intent(in) :: win
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Put_notify_tag_f08

    subroutine MPIX_Put_notify_tag_c_f08(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, win, tag, ierror) &
        bind(c, name="arauto_mpix_put_notify_tag_c_f08")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int64_t), intent(in) :: origin_count, target_count
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer(c_int), intent(in) :: target_rank, tag
      integer(c_intptr_t), intent(in) :: target_disp
      type(MPI_Win), intent(in) :: win
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Put_notify_tag_c_f08
  end interface MPIX_Put_notify_tag

  interface MPIX_Get_notify_tag
    subroutine MPIX_Get_notify_tag_f08(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, win, tag, ierror) &
        bind(c, name="arauto_mpix_get_notify_tag_f08")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int), intent(in) :: origin_count, target_rank, target_count, tag
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer(c_intptr_t), intent(in) :: target_disp
      type(MPI_Win), intent(in) :: win
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Get_notify_tag_f08

    subroutine MPIX_Get_notify_tag_c_f08(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, win, tag, ierror) &
        bind(c, name="arauto_mpix_get_notify_tag_c_f08")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int64_t), intent(in) :: origin_count, target_count
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer(c_int), intent(in) :: target_rank, tag
      integer(c_intptr_t), intent(in) :: target_disp
      type(MPI_Win), intent(in) :: win
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Get_notify_tag_c_f08
  end interface MPIX_Get_notify_tag

  interface MPIX_Accumulate_notify_tag
    subroutine MPIX_Accumulate_notify_tag_f08(origin_addr, origin_count, origin_datatype, &
        target_rank, target_disp, target_count, target_datatype, op, win, tag, ierror) &
        bind(c, name="arauto_mpix_accumulate_notify_tag_f08")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int), intent(in) :: origin_count, target_rank, target_count, tag
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer(c_intptr_t), intent(in) :: target_disp
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Accumulate_notify_tag_f08

    subroutine MPIX_Accumulate_notify_tag_c_f08(origin_addr, origin_count, origin_datatype, &
        target_rank, target_disp, target_count, target_datatype, op, win, tag, ierror) &
        bind(c, name="arauto_mpix_accumulate_notify_tag_c_f08")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int64_t), intent(in) :: origin_count, target_count
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer(c_int), intent(in) :: target_rank, tag
      integer(c_intptr_t), intent(in) :: target_disp
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Accumulate_notify_tag_c_f08
  end interface MPIX_Accumulate_notify_tag

  interface MPIX_Rput_notify_tag
    subroutine MPIX_Rput_notify_tag_f08(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, win, request, tag, ierror) &
        bind(c, name="arauto_mpix_rput_notify_tag_f08")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int), intent(in) :: origin_count, target_rank, target_count, tag
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer(c_intptr_t), intent(in) :: target_disp
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(out) :: request
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Rput_notify_tag_f08

    subroutine MPIX_Rput_notify_tag_c_f08(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, win, request, tag, ierror) &
        bind(c, name="arauto_mpix_rput_notify_tag_c_f08")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int64_t), intent(in) :: origin_count, target_count
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer(c_int), intent(in) :: target_rank, tag
      integer(c_intptr_t), intent(in) :: target_disp
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(out) :: request
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Rput_notify_tag_c_f08
  end interface MPIX_Rput_notify_tag

  interface MPIX_Rget_notify_tag
    subroutine MPIX_Rget_notify_tag_f08(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, win, request, tag, ierror) &
        bind(c, name="arauto_mpix_rget_notify_tag_f08")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int), intent(in) :: origin_count, target_rank, target_count, tag
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer(c_intptr_t), intent(in) :: target_disp
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(out) :: request
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Rget_notify_tag_f08

    subroutine MPIX_Rget_notify_tag_c_f08(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, win, request, tag, ierror) &
        bind(c, name="arauto_mpix_rget_notify_tag_c_f08")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int64_t), intent(in) :: origin_count, target_count
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer(c_int), intent(in) :: target_rank, tag
      integer(c_intptr_t), intent(in) :: target_disp
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(out) :: request
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Rget_notify_tag_c_f08
  end interface MPIX_Rget_notify_tag

  interface MPIX_Raccumulate_notify_tag
    subroutine MPIX_Raccumulate_notify_tag_f08(origin_addr, origin_count, origin_datatype, &
        target_rank, target_disp, target_count, target_datatype, op, win, request, tag, ierror) &
        bind(c, name="arauto_mpix_raccumulate_notify_tag_f08")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int), intent(in) :: origin_count, target_rank, target_count, tag
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer(c_intptr_t), intent(in) :: target_disp
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(out) :: request
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Raccumulate_notify_tag_f08

    subroutine MPIX_Raccumulate_notify_tag_c_f08(origin_addr, origin_count, origin_datatype, &
        target_rank, target_disp, target_count, target_datatype, op, win, request, tag, ierror) &
        bind(c, name="arauto_mpix_raccumulate_notify_tag_c_f08")
      import
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer(c_int64_t), intent(in) :: origin_count, target_count
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer(c_int), intent(in) :: target_rank, tag
      integer(c_intptr_t), intent(in) :: target_disp
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(out) :: request
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Raccumulate_notify_tag_c_f08
  end interface MPIX_Raccumulate_notify_tag

  interface MPIX_Win_set_num_notify
    subroutine MPIX_Win_set_num_notify_f08(win, info, num, ierror) &
        bind(c, name="arauto_mpix_win_set_num_notify_f08")
      import
      type(MPI_Win), intent(in) :: win
      type(MPI_Info), intent(in) :: info
      integer(c_int), intent(in) :: num
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Win_set_num_notify_f08
  end interface MPIX_Win_set_num_notify

  interface MPIX_Win_get_num_notify
    subroutine MPIX_Win_get_num_notify_f08(win, rank, num, ierror) &
        bind(c, name="arauto_mpix_win_get_num_notify_f08")
      import
      type(MPI_Win), intent(in) :: win
      integer(c_int), intent(in) :: rank
      integer(c_int), intent(out) :: num
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Win_get_num_notify_f08
  end interface MPIX_Win_get_num_notify

  interface MPIX_Win_get_notify_value
    subroutine MPIX_Win_get_notify_value_f08(win, notify_idx, value, ierror) &
        bind(c, name="arauto_mpix_win_get_notify_value_f08")
      import
      type(MPI_Win), intent(in) :: win
      integer(c_int), intent(in) :: notify_idx
      integer(c_int64_t), intent(out) :: value
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Win_get_notify_value_f08
  end interface MPIX_Win_get_notify_value

  interface MPIX_Win_reset_notify_value
    subroutine MPIX_Win_reset_notify_value_f08(win, notify_idx, value, ierror) &
        bind(c, name="arauto_mpix_win_reset_notify_value_f08")
      import
      type(MPI_Win), intent(in) :: win
      integer(c_int), intent(in) :: notify_idx
      integer(c_int64_t), intent(out) :: value
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Win_reset_notify_value_f08
  end interface MPIX_Win_reset_notify_value

  interface MPIX_Win_notify_threshold
    subroutine MPIX_Win_notify_threshold_f08(win, notify_idx, threshold, request, ierror) &
        bind(c, name="arauto_mpix_win_notify_threshold_f08")
      import
      type(MPI_Win), intent(in) :: win
      integer(c_int), intent(in) :: notify_idx
      integer(c_int64_t), intent(in) :: threshold
      type(MPI_Request), intent(out) :: request
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Win_notify_threshold_f08
  end interface MPIX_Win_notify_threshold

  interface MPIX_Win_iwait_notify
    subroutine MPIX_Win_iwait_notify_f08(win, notify_idx, threshold, request, ierror) &
        bind(c, name="arauto_mpix_win_iwait_notify_f08")
      import
      type(MPI_Win), intent(in) :: win
      integer(c_int), intent(in) :: notify_idx
      integer(c_int64_t), intent(in) :: threshold
      type(MPI_Request), intent(out) :: request
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Win_iwait_notify_f08
  end interface MPIX_Win_iwait_notify

  interface MPIX_Win_notify_init
    subroutine MPIX_Win_notify_init_f08(win, notify_idx, threshold, request, ierror) &
        bind(c, name="arauto_mpix_win_notify_init_f08")
      import
      type(MPI_Win), intent(in) :: win
      integer(c_int), intent(in) :: notify_idx
      integer(c_int64_t), intent(in) :: threshold
      type(MPI_Request), intent(out) :: request
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Win_notify_init_f08
  end interface MPIX_Win_notify_init

  interface MPIX_Notify_init
    subroutine MPIX_Notify_init_f08(win, source, tag, count, request, ierror) &
        bind(c, name="arauto_mpix_notify_init_f08")
      import
      type(MPI_Win), intent(in) :: win
      integer(c_int), intent(in) :: source, tag, count
      type(MPI_Request), intent(out) :: request
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Notify_init_f08
  end interface MPIX_Notify_init

  interface MPIX_Iprobe_notify
    subroutine MPIX_Iprobe_notify_f08(win, source, tag, flag, status, ierror) &
        bind(c, name="arauto_mpix_iprobe_notify_f08")
      import
      type(MPI_Win), intent(in) :: win
      integer(c_int), intent(in) :: source, tag
      logical, intent(out) :: flag
      type(MPI_Status) :: status
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Iprobe_notify_f08
  end interface MPIX_Iprobe_notify

  interface MPIX_Win_ifence
    subroutine MPIX_Win_ifence_f08(assert, win, request, ierror) &
        bind(c, name="arauto_mpix_win_ifence_f08")
      import
      integer(c_int), intent(in) :: assert
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(out) :: request
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Win_ifence_f08
  end interface MPIX_Win_ifence

  interface MPIX_Win_ipost
    subroutine MPIX_Win_ipost_f08(group, assert, win, request, ierror) &
        bind(c, name="arauto_mpix_win_ipost_f08")
      import
      type(MPI_Group), intent(in) :: group
      integer(c_int), intent(in) :: assert
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(out) :: request
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Win_ipost_f08
  end interface MPIX_Win_ipost

  interface MPIX_Win_istart
    subroutine MPIX_Win_istart_f08(group, assert, win, request, ierror) &
        bind(c, name="arauto_mpix_win_istart_f08")
      import
      type(MPI_Group), intent(in) :: group
      integer(c_int), intent(in) :: assert
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(out) :: request
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Win_istart_f08
  end interface MPIX_Win_istart

  interface MPIX_Win_icomplete
    subroutine MPIX_Win_icomplete_f08(win, request, ierror) &
        bind(c, name="arauto_mpix_win_icomplete_f08")
      import
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(out) :: request
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Win_icomplete_f08
  end interface MPIX_Win_icomplete

  interface MPIX_Win_iwait
    subroutine MPIX_Win_iwait_f08(win, request, ierror) &
        bind(c, name="arauto_mpix_win_iwait_f08")
      import
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(out) :: request
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Win_iwait_f08
  end interface MPIX_Win_iwait

  interface MPIX_Win_ilock
    subroutine MPIX_Win_ilock_f08(lock_type, rank, assert, win, request, ierror) &
        bind(c, name="arauto_mpix_win_ilock_f08")
      import
      integer(c_int), intent(in) :: lock_type, rank, assert
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(out) :: request
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Win_ilock_f08
  end interface MPIX_Win_ilock

  interface MPIX_Win_ilock_all
    subroutine MPIX_Win_ilock_all_f08(assert, win, request, ierror) &
        bind(c, name="arauto_mpix_win_ilock_all_f08")
      import
      integer(c_int), intent(in) :: assert
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(out) :: request
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Win_ilock_all_f08
  end interface MPIX_Win_ilock_all

  interface MPIX_Win_iunlock
    subroutine MPIX_Win_iunlock_f08(rank, win, request, ierror) &
        bind(c, name="arauto_mpix_win_iunlock_f08")
      import
      integer(c_int), intent(in) :: rank
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(out) :: request
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Win_iunlock_f08
  end interface MPIX_Win_iunlock

  interface MPIX_Win_iunlock_all
    subroutine MPIX_Win_iunlock_all_f08(win, request, ierror) &
        bind(c, name="arauto_mpix_win_iunlock_all_f08")
      import
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(out) :: request
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Win_iunlock_all_f08
  end interface MPIX_Win_iunlock_all

  interface MPIX_Win_iflush
    subroutine MPIX_Win_iflush_f08(rank, win, request, ierror) &
        bind(c, name="arauto_mpix_win_iflush_f08")
      import
      integer(c_int), intent(in) :: rank
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(out) :: request
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Win_iflush_f08
  end interface MPIX_Win_iflush

  interface MPIX_Win_iflush_local
    subroutine MPIX_Win_iflush_local_f08(rank, win, request, ierror) &
        bind(c, name="arauto_mpix_win_iflush_local_f08")
      import
      integer(c_int), intent(in) :: rank
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(out) :: request
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Win_iflush_local_f08
  end interface MPIX_Win_iflush_local

  interface MPIX_Win_iflush_all
    subroutine MPIX_Win_iflush_all_f08(win, request, ierror) &
        bind(c, name="arauto_mpix_win_iflush_all_f08")
      import
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(out) :: request
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Win_iflush_all_f08
  end interface MPIX_Win_iflush_all

  interface MPIX_Win_iflush_local_all
    subroutine MPIX_Win_iflush_local_all_f08(win, request, ierror) &
        bind(c, name="arauto_mpix_win_iflush_local_all_f08")
      import
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(out) :: request
      integer(c_int), optional, intent(out) :: ierror
    end subroutine MPIX_Win_iflush_local_all_f08
  end interface MPIX_Win_iflush_local_all

  interface
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
end module arauto_mpix_f08
