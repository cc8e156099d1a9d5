! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Notified communication (arauto/mpix.h) for programs with `use mpi` or mpif.h: interfaces alone, so
! that the module file is all that comes of it. Compile it with the MPI's wrapper, as the program.
! With `use mpi_f08` give the handles' MPI_VAL. Buffers are contiguous; MPI_BOTTOM is none here.
module arauto_mpix
  use, intrinsic :: iso_c_binding, only: c_bool, c_int, c_int64_t, c_intptr_t
  implicit none (type, external)
  private

  public :: MPIX_Put_notify
  public :: MPIX_Rput_notify
  public :: MPIX_Put_notify_tag
  public :: MPIX_Rput_notify_tag
  public :: MPIX_Get_notify
  public :: MPIX_Rget_notify
  public :: MPIX_Get_notify_tag
  public :: MPIX_Rget_notify_tag
  public :: MPIX_Accumulate_notify
  public :: MPIX_Raccumulate_notify
  public :: MPIX_Accumulate_notify_tag
  public :: MPIX_Raccumulate_notify_tag
  public :: MPIX_Win_get_num_notify
  public :: MPIX_Win_get_notify_value
  public :: MPIX_Win_reset_notify_value
  public :: MPIX_Win_iwait_notify
  public :: MPIX_Win_notify_init
  public :: MPIX_Notify_init
  public :: MPIX_Win_set_num_notify
  public :: MPIX_Iprobe_notify

  interface
    subroutine MPIX_Put_notify(origin, origin_count, origin_type, rank, displacement, &
        target_count, target_type, notify_idx, win, ierror) &
        bind(c, name="arauto_mpix_put_notify")
      import
      !GCC$ attributes no_arg_check :: origin
      type(*), dimension(*) :: origin
      integer(c_int), intent(in) :: origin_count, origin_type, rank, target_count
      integer(c_int), intent(in) :: target_type, notify_idx, win
      integer(c_intptr_t), intent(in) :: displacement
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Put_notify

    subroutine MPIX_Rput_notify(origin, origin_count, origin_type, rank, displacement, &
        target_count, target_type, notify_idx, win, request, ierror) &
        bind(c, name="arauto_mpix_rput_notify")
      import
      !GCC$ attributes no_arg_check :: origin
      type(*), dimension(*) :: origin
      integer(c_int), intent(in) :: origin_count, origin_type, rank, target_count
      integer(c_int), intent(in) :: target_type, notify_idx, win
      integer(c_intptr_t), intent(in) :: displacement
      integer(c_int), intent(out) :: request
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Rput_notify

    subroutine MPIX_Put_notify_tag(origin, origin_count, origin_type, rank, displacement, &
        target_count, target_type, win, tag, ierror) &
        bind(c, name="arauto_mpix_put_notify_tag")
      import
      !GCC$ attributes no_arg_check :: origin
      type(*), dimension(*) :: origin
      integer(c_int), intent(in) :: origin_count, origin_type, rank, target_count
      integer(c_int), intent(in) :: target_type, win, tag
      integer(c_intptr_t), intent(in) :: displacement
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Put_notify_tag

    subroutine MPIX_Rput_notify_tag(origin, origin_count, origin_type, rank, displacement, &
        target_count, target_type, win, request, tag, ierror) &
        bind(c, name="arauto_mpix_rput_notify_tag")
      import
      !GCC$ attributes no_arg_check :: origin
      type(*), dimension(*) :: origin
      integer(c_int), intent(in) :: origin_count, origin_type, rank, target_count
      integer(c_int), intent(in) :: target_type, win, tag
      integer(c_intptr_t), intent(in) :: displacement
      integer(c_int), intent(out) :: request
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Rput_notify_tag

    subroutine MPIX_Get_notify(origin, origin_count, origin_type, rank, displacement, &
        target_count, target_type, notify_idx, win, ierror) &
        bind(c, name="arauto_mpix_get_notify")
      import
      !GCC$ attributes no_arg_check :: origin
      type(*), dimension(*) :: origin
      integer(c_int), intent(in) :: origin_count, origin_type, rank, target_count
      integer(c_int), intent(in) :: target_type, notify_idx, win
      integer(c_intptr_t), intent(in) :: displacement
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Get_notify

    subroutine MPIX_Rget_notify(origin, origin_count, origin_type, rank, displacement, &
        target_count, target_type, notify_idx, win, request, ierror) &
        bind(c, name="arauto_mpix_rget_notify")
      import
      !GCC$ attributes no_arg_check :: origin
      type(*), dimension(*) :: origin
      integer(c_int), intent(in) :: origin_count, origin_type, rank, target_count
      integer(c_int), intent(in) :: target_type, notify_idx, win
      integer(c_intptr_t), intent(in) :: displacement
      integer(c_int), intent(out) :: request
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Rget_notify

    subroutine MPIX_Get_notify_tag(origin, origin_count, origin_type, rank, displacement, &
        target_count, target_type, win, tag, ierror) &
        bind(c, name="arauto_mpix_get_notify_tag")
      import
      !GCC$ attributes no_arg_check :: origin
      type(*), dimension(*) :: origin
      integer(c_int), intent(in) :: origin_count, origin_type, rank, target_count
      integer(c_int), intent(in) :: target_type, win, tag
      integer(c_intptr_t), intent(in) :: displacement
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Get_notify_tag

    subroutine MPIX_Rget_notify_tag(origin, origin_count, origin_type, rank, displacement, &
        target_count, target_type, win, request, tag, ierror) &
        bind(c, name="arauto_mpix_rget_notify_tag")
      import
      !GCC$ attributes no_arg_check :: origin
      type(*), dimension(*) :: origin
      integer(c_int), intent(in) :: origin_count, origin_type, rank, target_count
      integer(c_int), intent(in) :: target_type, win, tag
      integer(c_intptr_t), intent(in) :: displacement
      integer(c_int), intent(out) :: request
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Rget_notify_tag

    subroutine MPIX_Accumulate_notify(origin, origin_count, origin_type, rank, displacement, &
        target_count, target_type, op, notify_idx, win, ierror) &
        bind(c, name="arauto_mpix_accumulate_notify")
      import
      !GCC$ attributes no_arg_check :: origin
      type(*), dimension(*) :: origin
      integer(c_int), intent(in) :: origin_count, origin_type, rank, target_count
      integer(c_int), intent(in) :: target_type, op, notify_idx, win
      integer(c_intptr_t), intent(in) :: displacement
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Accumulate_notify

    subroutine MPIX_Raccumulate_notify(origin, origin_count, origin_type, rank, displacement, &
        target_count, target_type, op, notify_idx, win, request, ierror) &
        bind(c, name="arauto_mpix_raccumulate_notify")
      import
      !GCC$ attributes no_arg_check :: origin
      type(*), dimension(*) :: origin
      integer(c_int), intent(in) :: origin_count, origin_type, rank, target_count
      integer(c_int), intent(in) :: target_type, op, notify_idx, win
      integer(c_intptr_t), intent(in) :: displacement
      integer(c_int), intent(out) :: request
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Raccumulate_notify

    subroutine MPIX_Accumulate_notify_tag(origin, origin_count, origin_type, rank, &
        displacement, target_count, target_type, op, win, tag, ierror) &
        bind(c, name="arauto_mpix_accumulate_notify_tag")
      import
      !GCC$ attributes no_arg_check :: origin
      type(*), dimension(*) :: origin
      integer(c_int), intent(in) :: origin_count, origin_type, rank, target_count
      integer(c_int), intent(in) :: target_type, op, win, tag
      integer(c_intptr_t), intent(in) :: displacement
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Accumulate_notify_tag

    subroutine MPIX_Raccumulate_notify_tag(origin, origin_count, origin_type, rank, &
        displacement, target_count, target_type, op, win, request, tag, ierror) &
        bind(c, name="arauto_mpix_raccumulate_notify_tag")
      import
      !GCC$ attributes no_arg_check :: origin
      type(*), dimension(*) :: origin
      integer(c_int), intent(in) :: origin_count, origin_type, rank, target_count
      integer(c_int), intent(in) :: target_type, op, win, tag
      integer(c_intptr_t), intent(in) :: displacement
      integer(c_int), intent(out) :: request
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Raccumulate_notify_tag

    subroutine MPIX_Win_get_num_notify(win, rank, number, ierror) &
        bind(c, name="arauto_mpix_win_get_num_notify")
      import
      integer(c_int), intent(in) :: win, rank
      integer(c_int), intent(out) :: number
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Win_get_num_notify

    subroutine MPIX_Win_get_notify_value(win, notify_idx, counted, ierror) &
        bind(c, name="arauto_mpix_win_get_notify_value")
      import
      integer(c_int), intent(in) :: win, notify_idx
      integer(c_int64_t), intent(out) :: counted
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Win_get_notify_value

    subroutine MPIX_Win_reset_notify_value(win, notify_idx, counted, ierror) &
        bind(c, name="arauto_mpix_win_reset_notify_value")
      import
      integer(c_int), intent(in) :: win, notify_idx
      integer(c_int64_t), intent(out) :: counted
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Win_reset_notify_value

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

    subroutine MPIX_Notify_init(win, source, tag, expected, request, ierror) &
        bind(c, name="arauto_mpix_notify_init")
      import
      integer(c_int), intent(in) :: win, source, tag, expected
      integer(c_int), intent(out) :: request
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Notify_init

    subroutine MPIX_Win_set_num_notify(win, info, number, ierror) &
        bind(c, name="arauto_mpix_win_set_num_notify")
      import
      integer(c_int), intent(in) :: win, info, number
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Win_set_num_notify

    subroutine MPIX_Iprobe_notify(win, source, tag, flag, status, ierror) &
        bind(c, name="arauto_mpix_iprobe_notify")
      import
      integer(c_int), intent(in) :: win, source, tag
      logical(c_bool), intent(out) :: flag
      integer(c_int), intent(out) :: status(*)
      integer(c_int), intent(out) :: ierror
    end subroutine MPIX_Iprobe_notify
  end interface
end module arauto_mpix
