! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! lattice_cg with SYNC IMAGES after the puts: each image waits for its neighbours, each of which is named once.
module lattice_cg_sync_images_wires
  use lattice_cg_images, only: wired, vectors, links
  implicit none (type, external)
  private
  type, extends(wired), public :: sync_images_wires
    integer, allocatable :: neighbours(:)
  contains
    procedure :: begin
    procedure :: end
  end type sync_images_wires

contains

  subroutine begin(self, state)
    class(sync_images_wires), intent(inout) :: self
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
    class(sync_images_wires), intent(inout) :: self
    integer, intent(in) :: state
    sync images (self%neighbours)
  end subroutine end

end module lattice_cg_sync_images_wires

program lattice_cg_sync_images
  use lattice_cg_images, only: set_up, run, links
  use lattice_cg_sync_images_wires, only: sync_images_wires
  implicit none (type, external)
  type(sync_images_wires) :: joined
  integer :: n

  call set_up(joined)
  joined%neighbours = pack([(n, n = 1, num_images())], [(any(links%rank + 1 == n), n = 1, num_images())])
  call run('sync_images', joined, is_verified=.true.)
end program lattice_cg_sync_images
