! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! lattice_cg without waiting for faces: the bound. Its values are wrong, since halos are read before they have come.
module lattice_cg_unsynchronised_wires
  use lattice_cg_images, only: wired, vectors, links
  implicit none (type, external)
  private
  type, extends(wired), public :: unsynchronised_wires
  contains
    procedure :: begin
  end type unsynchronised_wires

contains

  subroutine begin(self, state)
    class(unsynchronised_wires), intent(inout) :: self
    integer, intent(in) :: state
    integer :: n
    call self%wired%begin(state)
    do n = 1, size(links)
      associate (from => links(n)%from, to => links(n)%to, there => links(n)%rank + 1)
        vectors(:, to(1):to(2), to(3):to(4), to(5):to(6), to(7):to(8), state)[there] = &
          vectors(:, from(1):from(2), from(3):from(4), from(5):from(6), from(7):from(8), state)
      end associate
    end do
  end subroutine begin

end module lattice_cg_unsynchronised_wires

program lattice_cg_unsynchronised
  use lattice_cg_images, only: set_up, run
  use lattice_cg_unsynchronised_wires, only: unsynchronised_wires
  implicit none (type, external)
  type(unsynchronised_wires) :: joined

  call set_up(joined)
  call run('unsynchronised', joined, is_verified=.false.)
end program lattice_cg_unsynchronised
