! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! lattice_cg with SYNC ALL after the puts: each image waits for all.
module lattice_cg_sync_all_wires
  use lattice_cg_images, only: wired, vectors, links
  implicit none (type, external)
  private
  type, extends(wired), public :: sync_all_wires
  contains
    procedure :: begin
    procedure :: end
  end type sync_all_wires

contains

  subroutine begin(self, state)
    class(sync_all_wires), intent(inout) :: self
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

  subroutine end(self, state)
    class(sync_all_wires), intent(inout) :: self
    integer, intent(in) :: state
    sync all
  end subroutine end

end module lattice_cg_sync_all_wires

program lattice_cg_sync_all
  use lattice_cg_images, only: set_up, run
  use lattice_cg_sync_all_wires, only: sync_all_wires
  implicit none (type, external)
  type(sync_all_wires) :: joined

  call set_up(joined)
  call run('sync_all', joined, is_verified=.true.)
end program lattice_cg_sync_all
