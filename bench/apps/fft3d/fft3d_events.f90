! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! fft3d with the events of Fortran 2018: one post for each part of a plane or row.
module fft3d_events_wires
  use, intrinsic :: iso_fortran_env, only: event_type
  use fft3d_images, only: wired, planes, rows, mine
  implicit none (type, external)
  private
  type, extends(wired), public :: events_wires
  contains
    procedure :: send_plane
    procedure :: send_row
    procedure :: await_planes
    procedure :: await_rows
  end type events_wires
  type(event_type) :: came(2)[*]   ! planes, rows

contains

  subroutine send_plane(self, z)
    class(events_wires), intent(inout) :: self
    integer, intent(in) :: z
    integer :: i, r
    call self%wired%send_plane(z)
    do i = 1, mine%ranks - 1
      r = mod(mine%me + i, mine%ranks)
      associate (low => mine%first(r + 1), high => mine%first(r + 2))
        rows(:, 1:high - low, mine%low + z)[r + 1] = planes(:, low + 1:high, z)
        event post (came(1)[r + 1])
      end associate
    end do
  end subroutine send_plane

  subroutine send_row(self, y)
    class(events_wires), intent(inout) :: self
    integer, intent(in) :: y
    integer :: i, r
    call self%wired%send_row(y)
    do i = 1, mine%ranks - 1
      r = mod(mine%me + i, mine%ranks)
      associate (low => mine%first(r + 1), high => mine%first(r + 2))
        planes(:, mine%low + y, 1:high - low)[r + 1] = rows(:, y, low + 1:high)
        event post (came(2)[r + 1])
      end associate
    end do
  end subroutine send_row

  subroutine await_planes(self)
    class(events_wires), intent(inout) :: self
    if (mine%ranks > 1) event wait (came(1), until_count=mine%n - mine%own)
  end subroutine await_planes

  subroutine await_rows(self)
    class(events_wires), intent(inout) :: self
    if (mine%ranks > 1) event wait (came(2), until_count=mine%n - mine%own)
  end subroutine await_rows

end module fft3d_events_wires

program fft3d_events
  use fft3d_images, only: set_up, run
  use fft3d_events_wires, only: events_wires
  implicit none (type, external)
  type(events_wires) :: joined

  call set_up(joined)
  call run('events', joined, is_verified=.true.)
end program fft3d_events
