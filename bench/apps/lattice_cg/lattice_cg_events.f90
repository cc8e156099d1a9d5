! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! lattice_cg with the events of Fortran 2018: one post a neighbour, and one event for each vector.
module lattice_cg_events_wires
  use, intrinsic :: iso_fortran_env, only: event_type
  use lattice_cg_images, only: wired, vectors, links
  implicit none (type, external)
  private
  type, extends(wired), public :: events_wires
  contains
    procedure :: begin
    procedure :: end
  end type events_wires
  type(event_type) :: came(2)[*]

contains

  subroutine begin(self, state)
    class(events_wires), intent(inout) :: self
    integer, intent(in) :: state
    integer :: n
    call self%wired%begin(state)
    do n = 1, size(links)
      associate (from => links(n)%from, to => links(n)%to, there => links(n)%rank + 1)
        vectors(:, to(1):to(2), to(3):to(4), to(5):to(6), to(7):to(8), state)[there] = &
          vectors(:, from(1):from(2), from(3):from(4), from(5):from(6), from(7):from(8), state)
        event post (came(state)[there])
      end associate
    end do
  end subroutine begin

  subroutine end(self, state)
    class(events_wires), intent(inout) :: self
    integer, intent(in) :: state
    if (size(links) > 0) event wait (came(state), until_count=size(links))
  end subroutine end

end module lattice_cg_events_wires

program lattice_cg_events
  use lattice_cg_images, only: set_up, run
  use lattice_cg_events_wires, only: events_wires
  implicit none (type, external)
  type(events_wires) :: joined

  call set_up(joined)
  call run('events', joined, is_verified=.true.)
end program lattice_cg_events
