! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! ALLOCATED of events and locks, which gfortran 16 has an accessor answer.
program events_there
  use, intrinsic :: iso_fortran_env, only: event_type, lock_type
  implicit none (type, external)
  type(event_type), allocatable :: events(:)[:]
  type(lock_type), allocatable :: locks(:)[:]
  integer :: round

  do round = 1, 2
    if (allocated(events) .or. allocated(locks)) error stop 'there too early'
    allocate (events(2)[*], locks(2)[*])
    if (.not. (allocated(events) .and. allocated(locks))) error stop 'not there'
    event post (events(2)[num_images()])
    sync all
    if (allocated(events)) deallocate (events)
    if (allocated(locks)) deallocate (locks)
  end do
  if (allocated(events) .or. allocated(locks)) error stop 'still there'
end program events_there
