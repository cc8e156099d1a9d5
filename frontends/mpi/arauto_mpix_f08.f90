! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Notified communication (arauto/mpix.h) and nonblocking epochs for programs with `use mpi_f08`: the
! names of arauto_mpix with the handles of that module, ierror optional, and counts of either width
! under one name.
! Compile arauto_mpix.f90, arauto_mpix_f08_large.f90 and this, in order, with the MPI's wrapper,
! and link what comes of them. Buffers are contiguous.
include 'arauto_mpix_f08_epochs.inc'

module arauto_mpix_f08
  use mpi_f08, only: MPI_Datatype, MPI_Info, MPI_Op, MPI_Request, MPI_Status, MPI_Win, &
    MPI_ADDRESS_KIND, MPI_COUNT_KIND
  use arauto_mpix_f08_epochs
  use arauto_mpix_f08_large
  use, intrinsic :: iso_c_binding, only: c_int
  use arauto_mpix, only: &
    plain_Put_notify => MPIX_Put_notify, &
    plain_Get_notify => MPIX_Get_notify, &
    plain_Accumulate_notify => MPIX_Accumulate_notify, &
    plain_Get_accumulate_notify => MPIX_Get_accumulate_notify, &
    plain_Rput_notify => MPIX_Rput_notify, &
    plain_Rget_notify => MPIX_Rget_notify, &
    plain_Raccumulate_notify => MPIX_Raccumulate_notify, &
    plain_Rget_accumulate_notify => MPIX_Rget_accumulate_notify, &
    plain_Put_notify_tag => MPIX_Put_notify_tag, &
    plain_Get_notify_tag => MPIX_Get_notify_tag, &
    plain_Accumulate_notify_tag => MPIX_Accumulate_notify_tag, &
    plain_Rput_notify_tag => MPIX_Rput_notify_tag, &
    plain_Rget_notify_tag => MPIX_Rget_notify_tag, &
    plain_Raccumulate_notify_tag => MPIX_Raccumulate_notify_tag, &
    plain_Win_set_num_notify => MPIX_Win_set_num_notify, &
    plain_Win_get_num_notify => MPIX_Win_get_num_notify, &
    plain_Win_get_notify_value => MPIX_Win_get_notify_value, &
    plain_Win_reset_notify_value => MPIX_Win_reset_notify_value, &
    plain_Win_notify_threshold => MPIX_Win_notify_threshold, &
    plain_Win_iwait_notify => MPIX_Win_iwait_notify, &
    plain_Win_notify_init => MPIX_Win_notify_init, &
    plain_Notify_init => MPIX_Notify_init, &
    MPIX_ERR_RMA_NOTIFICATION, &
    MPIX_WIN_NOTIFICATION_NUM_SB, &
    MPIX_WIN_NOTIFICATION_NUM_UB, &
    MPIX_WIN_NOTIFICATION_VALUE_UB
  implicit none (type)
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
  public :: MPIX_Win_ifence
  public :: MPIX_Win_ipost
  public :: MPIX_Win_istart
  public :: MPIX_Win_icomplete
  public :: MPIX_Win_iwait
  public :: MPIX_Win_ilock
  public :: MPIX_Win_ilock_all
  public :: MPIX_Win_iunlock
  public :: MPIX_Win_iunlock_all
  public :: MPIX_Win_iflush
  public :: MPIX_Win_iflush_local
  public :: MPIX_Win_iflush_all
  public :: MPIX_Win_iflush_local_all

  interface MPIX_Put_notify
    module procedure Put_notify_here
  end interface MPIX_Put_notify

  interface MPIX_Get_notify
    module procedure Get_notify_here
  end interface MPIX_Get_notify

  interface MPIX_Accumulate_notify
    module procedure Accumulate_notify_here
  end interface MPIX_Accumulate_notify

  interface MPIX_Get_accumulate_notify
    module procedure Get_accumulate_notify_here
  end interface MPIX_Get_accumulate_notify

  interface MPIX_Rput_notify
    module procedure Rput_notify_here
  end interface MPIX_Rput_notify

  interface MPIX_Rget_notify
    module procedure Rget_notify_here
  end interface MPIX_Rget_notify

  interface MPIX_Raccumulate_notify
    module procedure Raccumulate_notify_here
  end interface MPIX_Raccumulate_notify

  interface MPIX_Rget_accumulate_notify
    module procedure Rget_accumulate_notify_here
  end interface MPIX_Rget_accumulate_notify

  interface MPIX_Put_notify_tag
    module procedure Put_notify_tag_here
  end interface MPIX_Put_notify_tag

  interface MPIX_Get_notify_tag
    module procedure Get_notify_tag_here
  end interface MPIX_Get_notify_tag

  interface MPIX_Accumulate_notify_tag
    module procedure Accumulate_notify_tag_here
  end interface MPIX_Accumulate_notify_tag

  interface MPIX_Rput_notify_tag
    module procedure Rput_notify_tag_here
  end interface MPIX_Rput_notify_tag

  interface MPIX_Rget_notify_tag
    module procedure Rget_notify_tag_here
  end interface MPIX_Rget_notify_tag

  interface MPIX_Raccumulate_notify_tag
    module procedure Raccumulate_notify_tag_here
  end interface MPIX_Raccumulate_notify_tag

  interface MPIX_Win_set_num_notify
    module procedure Win_set_num_notify_here
  end interface MPIX_Win_set_num_notify

  interface MPIX_Win_get_num_notify
    module procedure Win_get_num_notify_here
  end interface MPIX_Win_get_num_notify

  interface MPIX_Win_get_notify_value
    module procedure Win_get_notify_value_here
  end interface MPIX_Win_get_notify_value

  interface MPIX_Win_reset_notify_value
    module procedure Win_reset_notify_value_here
  end interface MPIX_Win_reset_notify_value

  interface MPIX_Win_notify_threshold
    module procedure Win_notify_threshold_here
  end interface MPIX_Win_notify_threshold

  interface MPIX_Win_iwait_notify
    module procedure Win_iwait_notify_here
  end interface MPIX_Win_iwait_notify

  interface MPIX_Win_notify_init
    module procedure Win_notify_init_here
  end interface MPIX_Win_notify_init

  interface MPIX_Notify_init
    module procedure Notify_init_here
  end interface MPIX_Notify_init

  interface MPIX_Iprobe_notify
    module procedure Iprobe_notify_here
  end interface MPIX_Iprobe_notify

  interface
    subroutine iprobe(win, source, tag, flag, status, ierror) &
        bind(c, name="arauto_mpix_iprobe_notify_f08")
      import
      integer(c_int), intent(in) :: win, source, tag
      integer(c_int), intent(out) :: flag
      type(MPI_Status) :: status
      integer(c_int), intent(out) :: ierror
    end subroutine iprobe
  end interface

contains

  subroutine Put_notify_here(origin_addr, origin_count, origin_datatype, target_rank, &
      target_disp, target_count, target_datatype, notify_idx, win, ierror)
    !GCC$ attributes no_arg_check :: origin_addr
    type(*), dimension(*) :: origin_addr
    integer, intent(in) :: origin_count, target_rank, target_count, notify_idx
    type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
    integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
    type(MPI_Win), intent(in) :: win
    integer, optional, intent(out) :: ierror
    integer(c_int) :: error

    call plain_Put_notify(origin_addr, origin_count, origin_datatype%MPI_VAL, target_rank, &
        target_disp, target_count, target_datatype%MPI_VAL, notify_idx, win%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine Put_notify_here

  subroutine Get_notify_here(origin_addr, origin_count, origin_datatype, target_rank, &
      target_disp, target_count, target_datatype, notify_idx, win, ierror)
    !GCC$ attributes no_arg_check :: origin_addr
    type(*), dimension(*) :: origin_addr
    integer, intent(in) :: origin_count, target_rank, target_count, notify_idx
    type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
    integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
    type(MPI_Win), intent(in) :: win
    integer, optional, intent(out) :: ierror
    integer(c_int) :: error

    call plain_Get_notify(origin_addr, origin_count, origin_datatype%MPI_VAL, target_rank, &
        target_disp, target_count, target_datatype%MPI_VAL, notify_idx, win%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine Get_notify_here

  subroutine Accumulate_notify_here(origin_addr, origin_count, origin_datatype, target_rank, &
      target_disp, target_count, target_datatype, op, notify_idx, win, ierror)
    !GCC$ attributes no_arg_check :: origin_addr
    type(*), dimension(*) :: origin_addr
    integer, intent(in) :: origin_count, target_rank, target_count, notify_idx
    type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
    integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
    type(MPI_Op), intent(in) :: op
    type(MPI_Win), intent(in) :: win
    integer, optional, intent(out) :: ierror
    integer(c_int) :: error

    call plain_Accumulate_notify(origin_addr, origin_count, origin_datatype%MPI_VAL, &
        target_rank, target_disp, target_count, target_datatype%MPI_VAL, op%MPI_VAL, &
        notify_idx, win%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine Accumulate_notify_here

  subroutine Get_accumulate_notify_here(origin_addr, origin_count, origin_datatype, &
      result_addr, result_count, result_datatype, target_rank, target_disp, target_count, &
      target_datatype, op, notify_idx, win, ierror)
    !GCC$ attributes no_arg_check :: origin_addr
    !GCC$ attributes no_arg_check :: result_addr
    type(*), dimension(*) :: origin_addr, result_addr
    integer, intent(in) :: origin_count, result_count, target_rank, target_count, notify_idx
    type(MPI_Datatype), intent(in) :: origin_datatype, result_datatype, target_datatype
    integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
    type(MPI_Op), intent(in) :: op
    type(MPI_Win), intent(in) :: win
    integer, optional, intent(out) :: ierror
    integer(c_int) :: error

    call plain_Get_accumulate_notify(origin_addr, origin_count, origin_datatype%MPI_VAL, &
        result_addr, result_count, result_datatype%MPI_VAL, target_rank, target_disp, &
        target_count, target_datatype%MPI_VAL, op%MPI_VAL, notify_idx, win%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine Get_accumulate_notify_here

  subroutine Rput_notify_here(origin_addr, origin_count, origin_datatype, target_rank, &
      target_disp, target_count, target_datatype, notify_idx, win, request, ierror)
    !GCC$ attributes no_arg_check :: origin_addr
    type(*), dimension(*) :: origin_addr
    integer, intent(in) :: origin_count, target_rank, target_count, notify_idx
    type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
    integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
    type(MPI_Win), intent(in) :: win
    type(MPI_Request), intent(out) :: request
    integer, optional, intent(out) :: ierror
    integer(c_int) :: error

    call plain_Rput_notify(origin_addr, origin_count, origin_datatype%MPI_VAL, target_rank, &
        target_disp, target_count, target_datatype%MPI_VAL, notify_idx, win%MPI_VAL, &
        request%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine Rput_notify_here

  subroutine Rget_notify_here(origin_addr, origin_count, origin_datatype, target_rank, &
      target_disp, target_count, target_datatype, notify_idx, win, request, ierror)
    !GCC$ attributes no_arg_check :: origin_addr
    type(*), dimension(*) :: origin_addr
    integer, intent(in) :: origin_count, target_rank, target_count, notify_idx
    type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
    integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
    type(MPI_Win), intent(in) :: win
    type(MPI_Request), intent(out) :: request
    integer, optional, intent(out) :: ierror
    integer(c_int) :: error

    call plain_Rget_notify(origin_addr, origin_count, origin_datatype%MPI_VAL, target_rank, &
        target_disp, target_count, target_datatype%MPI_VAL, notify_idx, win%MPI_VAL, &
        request%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine Rget_notify_here

  subroutine Raccumulate_notify_here(origin_addr, origin_count, origin_datatype, target_rank, &
      target_disp, target_count, target_datatype, op, notify_idx, win, request, ierror)
    !GCC$ attributes no_arg_check :: origin_addr
    type(*), dimension(*) :: origin_addr
    integer, intent(in) :: origin_count, target_rank, target_count, notify_idx
    type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
    integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
    type(MPI_Op), intent(in) :: op
    type(MPI_Win), intent(in) :: win
    type(MPI_Request), intent(out) :: request
    integer, optional, intent(out) :: ierror
    integer(c_int) :: error

    call plain_Raccumulate_notify(origin_addr, origin_count, origin_datatype%MPI_VAL, &
        target_rank, target_disp, target_count, target_datatype%MPI_VAL, op%MPI_VAL, &
        notify_idx, win%MPI_VAL, request%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine Raccumulate_notify_here

  subroutine Rget_accumulate_notify_here(origin_addr, origin_count, origin_datatype, &
      result_addr, result_count, result_datatype, target_rank, target_disp, target_count, &
      target_datatype, op, notify_idx, win, request, ierror)
    !GCC$ attributes no_arg_check :: origin_addr
    !GCC$ attributes no_arg_check :: result_addr
    type(*), dimension(*) :: origin_addr, result_addr
    integer, intent(in) :: origin_count, result_count, target_rank, target_count, notify_idx
    type(MPI_Datatype), intent(in) :: origin_datatype, result_datatype, target_datatype
    integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
    type(MPI_Op), intent(in) :: op
    type(MPI_Win), intent(in) :: win
    type(MPI_Request), intent(out) :: request
    integer, optional, intent(out) :: ierror
    integer(c_int) :: error

    call plain_Rget_accumulate_notify(origin_addr, origin_count, origin_datatype%MPI_VAL, &
        result_addr, result_count, result_datatype%MPI_VAL, target_rank, target_disp, &
        target_count, target_datatype%MPI_VAL, op%MPI_VAL, notify_idx, win%MPI_VAL, &
        request%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine Rget_accumulate_notify_here

  subroutine Put_notify_tag_here(origin_addr, origin_count, origin_datatype, target_rank, &
      target_disp, target_count, target_datatype, win, tag, ierror)
    !GCC$ attributes no_arg_check :: origin_addr
    type(*), dimension(*) :: origin_addr
    integer, intent(in) :: origin_count, target_rank, target_count, tag
    type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
    integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
    type(MPI_Win), intent(in) :: win
    integer, optional, intent(out) :: ierror
    integer(c_int) :: error

    call plain_Put_notify_tag(origin_addr, origin_count, origin_datatype%MPI_VAL, target_rank, &
        target_disp, target_count, target_datatype%MPI_VAL, win%MPI_VAL, tag, error)
    if (present(ierror)) ierror = error
  end subroutine Put_notify_tag_here

  subroutine Get_notify_tag_here(origin_addr, origin_count, origin_datatype, target_rank, &
      target_disp, target_count, target_datatype, win, tag, ierror)
    !GCC$ attributes no_arg_check :: origin_addr
    type(*), dimension(*) :: origin_addr
    integer, intent(in) :: origin_count, target_rank, target_count, tag
    type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
    integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
    type(MPI_Win), intent(in) :: win
    integer, optional, intent(out) :: ierror
    integer(c_int) :: error

    call plain_Get_notify_tag(origin_addr, origin_count, origin_datatype%MPI_VAL, target_rank, &
        target_disp, target_count, target_datatype%MPI_VAL, win%MPI_VAL, tag, error)
    if (present(ierror)) ierror = error
  end subroutine Get_notify_tag_here

  subroutine Accumulate_notify_tag_here(origin_addr, origin_count, origin_datatype, &
      target_rank, target_disp, target_count, target_datatype, op, win, tag, ierror)
    !GCC$ attributes no_arg_check :: origin_addr
    type(*), dimension(*) :: origin_addr
    integer, intent(in) :: origin_count, target_rank, target_count, tag
    type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
    integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
    type(MPI_Op), intent(in) :: op
    type(MPI_Win), intent(in) :: win
    integer, optional, intent(out) :: ierror
    integer(c_int) :: error

    call plain_Accumulate_notify_tag(origin_addr, origin_count, origin_datatype%MPI_VAL, &
        target_rank, target_disp, target_count, target_datatype%MPI_VAL, op%MPI_VAL, &
        win%MPI_VAL, tag, error)
    if (present(ierror)) ierror = error
  end subroutine Accumulate_notify_tag_here

  subroutine Rput_notify_tag_here(origin_addr, origin_count, origin_datatype, target_rank, &
      target_disp, target_count, target_datatype, win, request, tag, ierror)
    !GCC$ attributes no_arg_check :: origin_addr
    type(*), dimension(*) :: origin_addr
    integer, intent(in) :: origin_count, target_rank, target_count, tag
    type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
    integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
    type(MPI_Win), intent(in) :: win
    type(MPI_Request), intent(out) :: request
    integer, optional, intent(out) :: ierror
    integer(c_int) :: error

    call plain_Rput_notify_tag(origin_addr, origin_count, origin_datatype%MPI_VAL, target_rank, &
        target_disp, target_count, target_datatype%MPI_VAL, win%MPI_VAL, request%MPI_VAL, tag, &
        error)
    if (present(ierror)) ierror = error
  end subroutine Rput_notify_tag_here

  subroutine Rget_notify_tag_here(origin_addr, origin_count, origin_datatype, target_rank, &
      target_disp, target_count, target_datatype, win, request, tag, ierror)
    !GCC$ attributes no_arg_check :: origin_addr
    type(*), dimension(*) :: origin_addr
    integer, intent(in) :: origin_count, target_rank, target_count, tag
    type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
    integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
    type(MPI_Win), intent(in) :: win
    type(MPI_Request), intent(out) :: request
    integer, optional, intent(out) :: ierror
    integer(c_int) :: error

    call plain_Rget_notify_tag(origin_addr, origin_count, origin_datatype%MPI_VAL, target_rank, &
        target_disp, target_count, target_datatype%MPI_VAL, win%MPI_VAL, request%MPI_VAL, tag, &
        error)
    if (present(ierror)) ierror = error
  end subroutine Rget_notify_tag_here

  subroutine Raccumulate_notify_tag_here(origin_addr, origin_count, origin_datatype, &
      target_rank, target_disp, target_count, target_datatype, op, win, request, tag, ierror)
    !GCC$ attributes no_arg_check :: origin_addr
    type(*), dimension(*) :: origin_addr
    integer, intent(in) :: origin_count, target_rank, target_count, tag
    type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
    integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
    type(MPI_Op), intent(in) :: op
    type(MPI_Win), intent(in) :: win
    type(MPI_Request), intent(out) :: request
    integer, optional, intent(out) :: ierror
    integer(c_int) :: error

    call plain_Raccumulate_notify_tag(origin_addr, origin_count, origin_datatype%MPI_VAL, &
        target_rank, target_disp, target_count, target_datatype%MPI_VAL, op%MPI_VAL, &
        win%MPI_VAL, request%MPI_VAL, tag, error)
    if (present(ierror)) ierror = error
  end subroutine Raccumulate_notify_tag_here

  subroutine Win_set_num_notify_here(win, info, num, ierror)
    type(MPI_Win), intent(in) :: win
    type(MPI_Info), intent(in) :: info
    integer, intent(in) :: num
    integer, optional, intent(out) :: ierror
    integer(c_int) :: error

    call plain_Win_set_num_notify(win%MPI_VAL, info%MPI_VAL, num, error)
    if (present(ierror)) ierror = error
  end subroutine Win_set_num_notify_here

  subroutine Win_get_num_notify_here(win, rank, num, ierror)
    type(MPI_Win), intent(in) :: win
    integer, intent(in) :: rank
    integer, intent(out) :: num
    integer, optional, intent(out) :: ierror
    integer(c_int) :: error

    call plain_Win_get_num_notify(win%MPI_VAL, rank, num, error)
    if (present(ierror)) ierror = error
  end subroutine Win_get_num_notify_here

  subroutine Win_get_notify_value_here(win, notify_idx, value, ierror)
    type(MPI_Win), intent(in) :: win
    integer, intent(in) :: notify_idx
    integer(MPI_COUNT_KIND), intent(out) :: value
    integer, optional, intent(out) :: ierror
    integer(c_int) :: error

    call plain_Win_get_notify_value(win%MPI_VAL, notify_idx, value, error)
    if (present(ierror)) ierror = error
  end subroutine Win_get_notify_value_here

  subroutine Win_reset_notify_value_here(win, notify_idx, value, ierror)
    type(MPI_Win), intent(in) :: win
    integer, intent(in) :: notify_idx
    integer(MPI_COUNT_KIND), intent(out) :: value
    integer, optional, intent(out) :: ierror
    integer(c_int) :: error

    call plain_Win_reset_notify_value(win%MPI_VAL, notify_idx, value, error)
    if (present(ierror)) ierror = error
  end subroutine Win_reset_notify_value_here

  subroutine Win_notify_threshold_here(win, notify_idx, threshold, request, ierror)
    type(MPI_Win), intent(in) :: win
    integer, intent(in) :: notify_idx
    integer(MPI_COUNT_KIND), intent(in) :: threshold
    type(MPI_Request), intent(out) :: request
    integer, optional, intent(out) :: ierror
    integer(c_int) :: error

    call plain_Win_notify_threshold(win%MPI_VAL, notify_idx, threshold, request%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine Win_notify_threshold_here

  subroutine Win_iwait_notify_here(win, notify_idx, threshold, request, ierror)
    type(MPI_Win), intent(in) :: win
    integer, intent(in) :: notify_idx
    integer(MPI_COUNT_KIND), intent(in) :: threshold
    type(MPI_Request), intent(out) :: request
    integer, optional, intent(out) :: ierror
    integer(c_int) :: error

    call plain_Win_iwait_notify(win%MPI_VAL, notify_idx, threshold, request%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine Win_iwait_notify_here

  subroutine Win_notify_init_here(win, notify_idx, threshold, request, ierror)
    type(MPI_Win), intent(in) :: win
    integer, intent(in) :: notify_idx
    integer(MPI_COUNT_KIND), intent(in) :: threshold
    type(MPI_Request), intent(out) :: request
    integer, optional, intent(out) :: ierror
    integer(c_int) :: error

    call plain_Win_notify_init(win%MPI_VAL, notify_idx, threshold, request%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine Win_notify_init_here

  subroutine Notify_init_here(win, source, tag, count, request, ierror)
    type(MPI_Win), intent(in) :: win
    integer, intent(in) :: source, tag, count
    type(MPI_Request), intent(out) :: request
    integer, optional, intent(out) :: ierror
    integer(c_int) :: error

    call plain_Notify_init(win%MPI_VAL, source, tag, count, request%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine Notify_init_here

  subroutine Iprobe_notify_here(win, source, tag, flag, status, ierror)
    type(MPI_Win), intent(in) :: win
    integer, intent(in) :: source, tag
    logical, intent(out) :: flag
    type(MPI_Status) :: status
    integer, optional, intent(out) :: ierror
    integer(c_int) :: error, found

    call iprobe(win%MPI_VAL, source, tag, found, status, error)
    flag = found /= 0
    if (present(ierror)) ierror = error
  end subroutine Iprobe_notify_here

end module arauto_mpix_f08
