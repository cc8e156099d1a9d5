! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Forms 4 and 5 of the halo exchange: a put that notifies its target. Form 4 makes its requests for each exchange, form 5 once.
! Strips arrive in two buffers that alternate, so no process need report that one is free again: the sender of exchange n + 2 has
! received n + 1, which its neighbour sent after it had unpacked n. Two more forms are not in the paper: one with counters in
! place of requests, and the bound: plain puts, and no waiting at all.
module halo_notified
  use, intrinsic :: iso_c_binding, only: c_int64_t, c_ptr, c_f_pointer
  use, intrinsic :: iso_fortran_env, only: real64
  use mpi
  use arauto_mpix, only: MPIX_Put_notify_tag, MPIX_Notify_init, MPIX_Put_notify, MPIX_Win_set_num_notify, &
    MPIX_Win_get_notify_value
  use halo_form, only: form_type, strip_form
  use halo_kernel, only: low, high
  implicit none (type)
  private
  public :: notified_forms, make_notified
  character(len=*), parameter :: notified_forms = 'notify,notify_persistent,notify_counter,unsynchronised'

  type :: landing                              ! of one axis
    integer :: window = MPI_WIN_NULL
    integer :: turn = 0                        ! which of the two buffers is next
    integer :: requests(2) = MPI_REQUEST_NULL
    real(real64), pointer, contiguous :: strips(:, :, :) => null()   ! values, side, turn
  end type landing

  type, extends(strip_form) :: notified
    type(landing) :: landings(2)
  contains
    procedure :: begin
    procedure :: open => open_and_init
    procedure :: send
    procedure :: wait => wait_and_free
    procedure :: end => end_form
  end type notified

  type, extends(notified) :: persistent
  contains
    procedure :: begin => begin_and_init
    procedure :: open => start
    procedure :: wait
    procedure :: end => free_and_end
  end type persistent

  ! A counter of each side counts the strips that have come there.
  type, extends(notified) :: counted
    integer(c_int64_t) :: strips(2) = 0        ! that were due so far, by axis
  contains
    procedure :: begin => begin_and_count
    procedure :: open => open_counted
    procedure :: send => send_and_count
    procedure :: wait => wait_for_counts
  end type counted

  type, extends(notified) :: unsynchronised
  contains
    procedure :: open => open_nothing
    procedure :: send => send_silently
    procedure :: wait => wait_for_nobody
  end type unsynchronised

contains

  subroutine make_notified(name, form)
    character(len=*), intent(in) :: name
    class(form_type), allocatable, intent(out) :: form
    select case (name)
    case ('notify')
      allocate(notified :: form)
    case ('notify_persistent')
      allocate(persistent :: form)
    case ('notify_counter')
      allocate(counted :: form)
    case ('unsynchronised')
      allocate(unsynchronised :: form)
    end select
  end subroutine make_notified

  subroutine begin(form)
    class(notified), intent(inout) :: form
    integer :: axis, error
    call allocate_windows(form)
    do axis = 1, 2
      call MPI_Win_lock_all(MPI_MODE_NOCHECK, form%landings(axis)%window, error)
    end do
  end subroutine begin

  subroutine allocate_windows(form)
    class(notified), intent(inout) :: form
    type(c_ptr) :: memory
    integer(MPI_ADDRESS_KIND) :: bytes
    integer :: axis, error
    do axis = 1, 2
      associate (here => form%landings(axis), room => form%lanes(axis)%room)
        bytes = 8_MPI_ADDRESS_KIND * room * 4
        call MPI_Win_allocate(bytes, 8, MPI_INFO_NULL, form%lanes(axis)%comm, memory, here%window, error)
        call c_f_pointer(memory, here%strips, [room, 2, 2])
        here%strips = 0
        here%turn = 1
      end associate
    end do
  end subroutine allocate_windows

  ! A tag is the side at which the strip arrives.
  subroutine init(form, axis)
    class(notified), intent(inout) :: form
    integer, intent(in) :: axis
    integer :: side, error
    do side = low, high
      call MPIX_Notify_init(form%landings(axis)%window, form%lanes(axis)%neighbour(side), side, 1, &
        form%landings(axis)%requests(side), error)
    end do
  end subroutine init

  subroutine take_turn(form, axis, length)
    class(notified), intent(inout) :: form
    integer, intent(in) :: axis, length
    integer :: side, turn
    turn = 3 - form%landings(axis)%turn
    form%landings(axis)%turn = turn
    do side = low, high
      form%incoming(side)%values => form%landings(axis)%strips(1:length, side, turn)
    end do
  end subroutine take_turn

  subroutine start(form, axis, length)
    class(persistent), intent(inout) :: form
    integer, intent(in) :: axis, length
    integer :: error
    call take_turn(form, axis, length)
    call MPI_Startall(2, form%landings(axis)%requests, error)
  end subroutine start

  subroutine open_and_init(form, axis, length)
    class(notified), intent(inout) :: form
    integer, intent(in) :: axis, length
    integer :: error
    call take_turn(form, axis, length)
    call init(form, axis)
    call MPI_Startall(2, form%landings(axis)%requests, error)
  end subroutine open_and_init

  ! Where the strip that goes to `side` lands, in values: side and turn are those of the neighbour.
  function displacement_of(form, axis, side) result(displacement)
    class(notified), intent(in) :: form
    integer, intent(in) :: axis, side
    integer(MPI_ADDRESS_KIND) :: displacement
    displacement = int(form%lanes(axis)%room, MPI_ADDRESS_KIND) * (2 * (form%landings(axis)%turn - 1) + 2 - side)
  end function displacement_of

  subroutine send(form, axis, side, length)
    class(notified), intent(inout) :: form
    integer, intent(in) :: axis, side, length
    integer :: error
    call MPIX_Put_notify_tag(form%outgoing(side)%values, length, MPI_DOUBLE_PRECISION, form%lanes(axis)%neighbour(side), &
      displacement_of(form, axis, side), length, MPI_DOUBLE_PRECISION, form%landings(axis)%window, 3 - side, error)
  end subroutine send

  subroutine wait(form, axis)
    class(persistent), intent(inout) :: form
    integer, intent(in) :: axis
    integer :: error
    call MPI_Waitall(2, form%landings(axis)%requests, MPI_STATUSES_IGNORE, error)
  end subroutine wait

  subroutine wait_and_free(form, axis)
    class(notified), intent(inout) :: form
    integer, intent(in) :: axis
    integer :: side, error
    call MPI_Waitall(2, form%landings(axis)%requests, MPI_STATUSES_IGNORE, error)
    do side = low, high
      call MPI_Request_free(form%landings(axis)%requests(side), error)
    end do
  end subroutine wait_and_free

  subroutine end_form(form)
    class(notified), intent(inout) :: form
    integer :: axis, error
    do axis = 1, 2
      call MPI_Win_unlock_all(form%landings(axis)%window, error)
      call MPI_Win_free(form%landings(axis)%window, error)
    end do
  end subroutine end_form

  subroutine begin_and_init(form)
    class(persistent), intent(inout) :: form
    call begin(form)
    call init(form, 1)
    call init(form, 2)
  end subroutine begin_and_init

  subroutine free_and_end(form)
    class(persistent), intent(inout) :: form
    integer :: axis, side, error
    do axis = 1, 2
      do side = low, high
        call MPI_Request_free(form%landings(axis)%requests(side), error)
      end do
    end do
    call end_form(form)
  end subroutine free_and_end

  subroutine begin_and_count(form)
    class(counted), intent(inout) :: form
    integer :: axis, error
    call allocate_windows(form)
    do axis = 1, 2
      call MPIX_Win_set_num_notify(form%landings(axis)%window, MPI_INFO_NULL, 2, error)
      call MPI_Win_lock_all(MPI_MODE_NOCHECK, form%landings(axis)%window, error)
    end do
  end subroutine begin_and_count

  subroutine open_counted(form, axis, length)
    class(counted), intent(inout) :: form
    integer, intent(in) :: axis, length
    call take_turn(form, axis, length)
    form%strips(axis) = form%strips(axis) + 1
  end subroutine open_counted

  subroutine send_and_count(form, axis, side, length)
    class(counted), intent(inout) :: form
    integer, intent(in) :: axis, side, length
    integer :: error
    call MPIX_Put_notify(form%outgoing(side)%values, length, MPI_DOUBLE_PRECISION, form%lanes(axis)%neighbour(side), &
      displacement_of(form, axis, side), length, MPI_DOUBLE_PRECISION, 2 - side, form%landings(axis)%window, error)
  end subroutine send_and_count

  subroutine wait_for_counts(form, axis)
    class(counted), intent(inout) :: form
    integer, intent(in) :: axis
    integer(c_int64_t) :: value
    integer :: side, error
    do side = low, high
      if (form%lanes(axis)%neighbour(side) == MPI_PROC_NULL) cycle
      value = 0
      do while (value < form%strips(axis))
        call MPIX_Win_get_notify_value(form%landings(axis)%window, side - 1, value, error)
      end do
    end do
  end subroutine wait_for_counts

  subroutine open_nothing(form, axis, length)
    class(unsynchronised), intent(inout) :: form
    integer, intent(in) :: axis, length
    call take_turn(form, axis, length)
  end subroutine open_nothing

  subroutine send_silently(form, axis, side, length)
    class(unsynchronised), intent(inout) :: form
    integer, intent(in) :: axis, side, length
    integer :: error
    call MPI_Put(form%outgoing(side)%values, length, MPI_DOUBLE_PRECISION, form%lanes(axis)%neighbour(side), &
      displacement_of(form, axis, side), length, MPI_DOUBLE_PRECISION, form%landings(axis)%window, error)
  end subroutine send_silently

  subroutine wait_for_nobody(form, axis)
    class(unsynchronised), intent(inout) :: form
    integer, intent(in) :: axis
    integer :: error
    call MPI_Win_flush_local_all(form%landings(axis)%window, error)
  end subroutine wait_for_nobody

end module halo_notified
