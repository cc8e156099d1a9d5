! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! lattice_cg with the notified puts of Fortran 2023: a put adds one to the notify variable of its vector.
module lattice_cg_notify_wires
  use, intrinsic :: iso_fortran_env, only: notify_type
  use lattice_cg_images, only: wired, vectors, links
  implicit none (type, external)
  private
  type, extends(wired), public :: notify_wires
  contains
    procedure :: begin
    procedure :: end
  end type notify_wires
  type(notify_type) :: came(2)[*]

contains

  subroutine begin(self, state)
    class(notify_wires), intent(inout) :: self
    integer, intent(in) :: state
    integer :: n
    call self%wired%begin(state)
    do n = 1, size(links)
      associate (from => links(n)%from, to => links(n)%to, there => links(n)%rank + 1)
        vectors(:, to(1):to(2), to(3):to(4), to(5):to(6), to(7):to(8), state)[there, notify=came(state)] = &
          vectors(:, from(1):from(2), from(3):from(4), from(5):from(6), from(7):from(8), state)
      end associate
    end do
  end subroutine begin

  subroutine end(self, state)
    class(notify_wires), intent(inout) :: self
    integer, intent(in) :: state
    if (size(links) > 0) notify wait (came(state), until_count=size(links))
  end subroutine end

end module lattice_cg_notify_wires

program lattice_cg_notify
  use lattice_cg_images, only: set_up, run
  use lattice_cg_notify_wires, only: notify_wires
  implicit none (type, external)
  type(notify_wires) :: joined

  call set_up(joined)
  call run('notify', joined, is_verified=.true.)
end program lattice_cg_notify
