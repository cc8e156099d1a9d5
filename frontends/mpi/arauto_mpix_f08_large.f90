! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The part of arauto_mpix_f08 that takes large counts.
module arauto_mpix_f08_large
  use mpi_f08, only: MPI_Datatype, MPI_Op, MPI_Request, MPI_Win, MPI_ADDRESS_KIND, MPI_COUNT_KIND
  use, intrinsic :: iso_c_binding, only: c_int
  use arauto_mpix, only: &
    plain_Put_notify_c => MPIX_Put_notify_c, &
    plain_Get_notify_c => MPIX_Get_notify_c, &
    plain_Accumulate_notify_c => MPIX_Accumulate_notify_c, &
    plain_Get_accumulate_notify_c => MPIX_Get_accumulate_notify_c, &
    plain_Rput_notify_c => MPIX_Rput_notify_c, &
    plain_Rget_notify_c => MPIX_Rget_notify_c, &
    plain_Raccumulate_notify_c => MPIX_Raccumulate_notify_c, &
    plain_Rget_accumulate_notify_c => MPIX_Rget_accumulate_notify_c, &
    plain_Put_notify_tag_c => MPIX_Put_notify_tag_c, &
    plain_Get_notify_tag_c => MPIX_Get_notify_tag_c, &
    plain_Accumulate_notify_tag_c => MPIX_Accumulate_notify_tag_c, &
    plain_Rput_notify_tag_c => MPIX_Rput_notify_tag_c, &
    plain_Rget_notify_tag_c => MPIX_Rget_notify_tag_c, &
    plain_Raccumulate_notify_tag_c => MPIX_Raccumulate_notify_tag_c
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

  interface MPIX_Put_notify
    module procedure Put_notify_c_here
  end interface MPIX_Put_notify

  interface MPIX_Get_notify
    module procedure Get_notify_c_here
  end interface MPIX_Get_notify

  interface MPIX_Accumulate_notify
    module procedure Accumulate_notify_c_here
  end interface MPIX_Accumulate_notify

  interface MPIX_Get_accumulate_notify
    module procedure Get_accumulate_notify_c_here
  end interface MPIX_Get_accumulate_notify

  interface MPIX_Rput_notify
    module procedure Rput_notify_c_here
  end interface MPIX_Rput_notify

  interface MPIX_Rget_notify
    module procedure Rget_notify_c_here
  end interface MPIX_Rget_notify

  interface MPIX_Raccumulate_notify
    module procedure Raccumulate_notify_c_here
  end interface MPIX_Raccumulate_notify

  interface MPIX_Rget_accumulate_notify
    module procedure Rget_accumulate_notify_c_here
  end interface MPIX_Rget_accumulate_notify

  interface MPIX_Put_notify_tag
    module procedure Put_notify_tag_c_here
  end interface MPIX_Put_notify_tag

  interface MPIX_Get_notify_tag
    module procedure Get_notify_tag_c_here
  end interface MPIX_Get_notify_tag

  interface MPIX_Accumulate_notify_tag
    module procedure Accumulate_notify_tag_c_here
  end interface MPIX_Accumulate_notify_tag

  interface MPIX_Rput_notify_tag
    module procedure Rput_notify_tag_c_here
  end interface MPIX_Rput_notify_tag

  interface MPIX_Rget_notify_tag
    module procedure Rget_notify_tag_c_here
  end interface MPIX_Rget_notify_tag

  interface MPIX_Raccumulate_notify_tag
    module procedure Raccumulate_notify_tag_c_here
  end interface MPIX_Raccumulate_notify_tag

contains

  subroutine Put_notify_c_here(origin_addr, origin_count, origin_datatype, target_rank, &
      target_disp, target_count, target_datatype, notify_idx, win, ierror)
    !GCC$ attributes no_arg_check :: origin_addr
    type(*), dimension(*) :: origin_addr
    integer(MPI_COUNT_KIND), intent(in) :: origin_count, target_count
    type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
    integer, intent(in) :: target_rank, notify_idx
    integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
    type(MPI_Win), intent(in) :: win
    integer, optional, intent(out) :: ierror
    integer(c_int) :: error

    call plain_Put_notify_c(origin_addr, origin_count, origin_datatype%MPI_VAL, target_rank, &
        target_disp, target_count, target_datatype%MPI_VAL, notify_idx, win%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine Put_notify_c_here

  subroutine Get_notify_c_here(origin_addr, origin_count, origin_datatype, target_rank, &
      target_disp, target_count, target_datatype, notify_idx, win, ierror)
    !GCC$ attributes no_arg_check :: origin_addr
    type(*), dimension(*) :: origin_addr
    integer(MPI_COUNT_KIND), intent(in) :: origin_count, target_count
    type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
    integer, intent(in) :: target_rank, notify_idx
    integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
    type(MPI_Win), intent(in) :: win
    integer, optional, intent(out) :: ierror
    integer(c_int) :: error

    call plain_Get_notify_c(origin_addr, origin_count, origin_datatype%MPI_VAL, target_rank, &
        target_disp, target_count, target_datatype%MPI_VAL, notify_idx, win%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine Get_notify_c_here

  subroutine Accumulate_notify_c_here(origin_addr, origin_count, origin_datatype, target_rank, &
      target_disp, target_count, target_datatype, op, notify_idx, win, ierror)
    !GCC$ attributes no_arg_check :: origin_addr
    type(*), dimension(*) :: origin_addr
    integer(MPI_COUNT_KIND), intent(in) :: origin_count, target_count
    type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
    integer, intent(in) :: target_rank, notify_idx
    integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
    type(MPI_Op), intent(in) :: op
    type(MPI_Win), intent(in) :: win
    integer, optional, intent(out) :: ierror
    integer(c_int) :: error

    call plain_Accumulate_notify_c(origin_addr, origin_count, origin_datatype%MPI_VAL, &
        target_rank, target_disp, target_count, target_datatype%MPI_VAL, op%MPI_VAL, &
        notify_idx, win%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine Accumulate_notify_c_here

  subroutine Get_accumulate_notify_c_here(origin_addr, origin_count, origin_datatype, &
      result_addr, result_count, result_datatype, target_rank, target_disp, target_count, &
      target_datatype, op, notify_idx, win, ierror)
    !GCC$ attributes no_arg_check :: origin_addr
    !GCC$ attributes no_arg_check :: result_addr
    type(*), dimension(*) :: origin_addr, result_addr
    integer(MPI_COUNT_KIND), intent(in) :: origin_count, result_count, target_count
    type(MPI_Datatype), intent(in) :: origin_datatype, result_datatype, target_datatype
    integer, intent(in) :: target_rank, notify_idx
    integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
    type(MPI_Op), intent(in) :: op
    type(MPI_Win), intent(in) :: win
    integer, optional, intent(out) :: ierror
    integer(c_int) :: error

    call plain_Get_accumulate_notify_c(origin_addr, origin_count, origin_datatype%MPI_VAL, &
        result_addr, result_count, result_datatype%MPI_VAL, target_rank, target_disp, &
        target_count, target_datatype%MPI_VAL, op%MPI_VAL, notify_idx, win%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine Get_accumulate_notify_c_here

  subroutine Rput_notify_c_here(origin_addr, origin_count, origin_datatype, target_rank, &
      target_disp, target_count, target_datatype, notify_idx, win, request, ierror)
    !GCC$ attributes no_arg_check :: origin_addr
    type(*), dimension(*) :: origin_addr
    integer(MPI_COUNT_KIND), intent(in) :: origin_count, target_count
    type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
    integer, intent(in) :: target_rank, notify_idx
    integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
    type(MPI_Win), intent(in) :: win
    type(MPI_Request), intent(out) :: request
    integer, optional, intent(out) :: ierror
    integer(c_int) :: error

    call plain_Rput_notify_c(origin_addr, origin_count, origin_datatype%MPI_VAL, target_rank, &
        target_disp, target_count, target_datatype%MPI_VAL, notify_idx, win%MPI_VAL, &
        request%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine Rput_notify_c_here

  subroutine Rget_notify_c_here(origin_addr, origin_count, origin_datatype, target_rank, &
      target_disp, target_count, target_datatype, notify_idx, win, request, ierror)
    !GCC$ attributes no_arg_check :: origin_addr
    type(*), dimension(*) :: origin_addr
    integer(MPI_COUNT_KIND), intent(in) :: origin_count, target_count
    type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
    integer, intent(in) :: target_rank, notify_idx
    integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
    type(MPI_Win), intent(in) :: win
    type(MPI_Request), intent(out) :: request
    integer, optional, intent(out) :: ierror
    integer(c_int) :: error

    call plain_Rget_notify_c(origin_addr, origin_count, origin_datatype%MPI_VAL, target_rank, &
        target_disp, target_count, target_datatype%MPI_VAL, notify_idx, win%MPI_VAL, &
        request%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine Rget_notify_c_here

  subroutine Raccumulate_notify_c_here(origin_addr, origin_count, origin_datatype, target_rank, &
      target_disp, target_count, target_datatype, op, notify_idx, win, request, ierror)
    !GCC$ attributes no_arg_check :: origin_addr
    type(*), dimension(*) :: origin_addr
    integer(MPI_COUNT_KIND), intent(in) :: origin_count, target_count
    type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
    integer, intent(in) :: target_rank, notify_idx
    integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
    type(MPI_Op), intent(in) :: op
    type(MPI_Win), intent(in) :: win
    type(MPI_Request), intent(out) :: request
    integer, optional, intent(out) :: ierror
    integer(c_int) :: error

    call plain_Raccumulate_notify_c(origin_addr, origin_count, origin_datatype%MPI_VAL, &
        target_rank, target_disp, target_count, target_datatype%MPI_VAL, op%MPI_VAL, &
        notify_idx, win%MPI_VAL, request%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine Raccumulate_notify_c_here

  subroutine Rget_accumulate_notify_c_here(origin_addr, origin_count, origin_datatype, &
      result_addr, result_count, result_datatype, target_rank, target_disp, target_count, &
      target_datatype, op, notify_idx, win, request, ierror)
    !GCC$ attributes no_arg_check :: origin_addr
    !GCC$ attributes no_arg_check :: result_addr
    type(*), dimension(*) :: origin_addr, result_addr
    integer(MPI_COUNT_KIND), intent(in) :: origin_count, result_count, target_count
    type(MPI_Datatype), intent(in) :: origin_datatype, result_datatype, target_datatype
    integer, intent(in) :: target_rank, notify_idx
    integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
    type(MPI_Op), intent(in) :: op
    type(MPI_Win), intent(in) :: win
    type(MPI_Request), intent(out) :: request
    integer, optional, intent(out) :: ierror
    integer(c_int) :: error

    call plain_Rget_accumulate_notify_c(origin_addr, origin_count, origin_datatype%MPI_VAL, &
        result_addr, result_count, result_datatype%MPI_VAL, target_rank, target_disp, &
        target_count, target_datatype%MPI_VAL, op%MPI_VAL, notify_idx, win%MPI_VAL, &
        request%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine Rget_accumulate_notify_c_here

  subroutine Put_notify_tag_c_here(origin_addr, origin_count, origin_datatype, target_rank, &
      target_disp, target_count, target_datatype, win, tag, ierror)
    !GCC$ attributes no_arg_check :: origin_addr
    type(*), dimension(*) :: origin_addr
    integer(MPI_COUNT_KIND), intent(in) :: origin_count, target_count
    type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
    integer, intent(in) :: target_rank, tag
    integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
    type(MPI_Win), intent(in) :: win
    integer, optional, intent(out) :: ierror
    integer(c_int) :: error

    call plain_Put_notify_tag_c(origin_addr, origin_count, origin_datatype%MPI_VAL, &
        target_rank, target_disp, target_count, target_datatype%MPI_VAL, win%MPI_VAL, tag, &
        error)
    if (present(ierror)) ierror = error
  end subroutine Put_notify_tag_c_here

  subroutine Get_notify_tag_c_here(origin_addr, origin_count, origin_datatype, target_rank, &
      target_disp, target_count, target_datatype, win, tag, ierror)
    !GCC$ attributes no_arg_check :: origin_addr
    type(*), dimension(*) :: origin_addr
    integer(MPI_COUNT_KIND), intent(in) :: origin_count, target_count
    type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
    integer, intent(in) :: target_rank, tag
    integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
    type(MPI_Win), intent(in) :: win
    integer, optional, intent(out) :: ierror
    integer(c_int) :: error

    call plain_Get_notify_tag_c(origin_addr, origin_count, origin_datatype%MPI_VAL, &
        target_rank, target_disp, target_count, target_datatype%MPI_VAL, win%MPI_VAL, tag, &
        error)
    if (present(ierror)) ierror = error
  end subroutine Get_notify_tag_c_here

  subroutine Accumulate_notify_tag_c_here(origin_addr, origin_count, origin_datatype, &
      target_rank, target_disp, target_count, target_datatype, op, win, tag, ierror)
    !GCC$ attributes no_arg_check :: origin_addr
    type(*), dimension(*) :: origin_addr
    integer(MPI_COUNT_KIND), intent(in) :: origin_count, target_count
    type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
    integer, intent(in) :: target_rank, tag
    integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
    type(MPI_Op), intent(in) :: op
    type(MPI_Win), intent(in) :: win
    integer, optional, intent(out) :: ierror
    integer(c_int) :: error

    call plain_Accumulate_notify_tag_c(origin_addr, origin_count, origin_datatype%MPI_VAL, &
        target_rank, target_disp, target_count, target_datatype%MPI_VAL, op%MPI_VAL, &
        win%MPI_VAL, tag, error)
    if (present(ierror)) ierror = error
  end subroutine Accumulate_notify_tag_c_here

  subroutine Rput_notify_tag_c_here(origin_addr, origin_count, origin_datatype, target_rank, &
      target_disp, target_count, target_datatype, win, request, tag, ierror)
    !GCC$ attributes no_arg_check :: origin_addr
    type(*), dimension(*) :: origin_addr
    integer(MPI_COUNT_KIND), intent(in) :: origin_count, target_count
    type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
    integer, intent(in) :: target_rank, tag
    integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
    type(MPI_Win), intent(in) :: win
    type(MPI_Request), intent(out) :: request
    integer, optional, intent(out) :: ierror
    integer(c_int) :: error

    call plain_Rput_notify_tag_c(origin_addr, origin_count, origin_datatype%MPI_VAL, &
        target_rank, target_disp, target_count, target_datatype%MPI_VAL, win%MPI_VAL, &
        request%MPI_VAL, tag, error)
    if (present(ierror)) ierror = error
  end subroutine Rput_notify_tag_c_here

  subroutine Rget_notify_tag_c_here(origin_addr, origin_count, origin_datatype, target_rank, &
      target_disp, target_count, target_datatype, win, request, tag, ierror)
    !GCC$ attributes no_arg_check :: origin_addr
    type(*), dimension(*) :: origin_addr
    integer(MPI_COUNT_KIND), intent(in) :: origin_count, target_count
    type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
    integer, intent(in) :: target_rank, tag
    integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
    type(MPI_Win), intent(in) :: win
    type(MPI_Request), intent(out) :: request
    integer, optional, intent(out) :: ierror
    integer(c_int) :: error

    call plain_Rget_notify_tag_c(origin_addr, origin_count, origin_datatype%MPI_VAL, &
        target_rank, target_disp, target_count, target_datatype%MPI_VAL, win%MPI_VAL, &
        request%MPI_VAL, tag, error)
    if (present(ierror)) ierror = error
  end subroutine Rget_notify_tag_c_here

  subroutine Raccumulate_notify_tag_c_here(origin_addr, origin_count, origin_datatype, &
      target_rank, target_disp, target_count, target_datatype, op, win, request, tag, ierror)
    !GCC$ attributes no_arg_check :: origin_addr
    type(*), dimension(*) :: origin_addr
    integer(MPI_COUNT_KIND), intent(in) :: origin_count, target_count
    type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
    integer, intent(in) :: target_rank, tag
    integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
    type(MPI_Op), intent(in) :: op
    type(MPI_Win), intent(in) :: win
    type(MPI_Request), intent(out) :: request
    integer, optional, intent(out) :: ierror
    integer(c_int) :: error

    call plain_Raccumulate_notify_tag_c(origin_addr, origin_count, origin_datatype%MPI_VAL, &
        target_rank, target_disp, target_count, target_datatype%MPI_VAL, op%MPI_VAL, &
        win%MPI_VAL, request%MPI_VAL, tag, error)
    if (present(ierror)) ierror = error
  end subroutine Raccumulate_notify_tag_c_here

end module arauto_mpix_f08_large
