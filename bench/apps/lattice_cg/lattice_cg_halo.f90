! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! lattice_cg with the library arauto_halo: a plan of the two vectors. It also serves axes that are not divided.
module lattice_cg_halo_wires
  use arauto_halo, only: halo_grid, halo_plan, halo_grid_create, halo_plan_create, halo_plan_add, halo_plan_commit, halo_begin, &
    halo_end, halo_auto
  use lattice_cg_images, only: wired, vectors, problem, mine
  implicit none (type, external)
  private
  type, extends(wired), public :: halo_wires
    type(halo_grid) :: grid
    type(halo_plan) :: plan
  contains
    procedure :: prepare
    procedure :: begin
    procedure :: end
  end type halo_wires

contains

  subroutine prepare(self)
    class(halo_wires), intent(inout) :: self
    call halo_grid_create(self%grid, problem%whole, periodic=spread(.true., 1, 4), images_along=mine%grid)
    call halo_plan_create(self%plan, self%grid, mode=halo_auto)
    call halo_plan_add(self%plan, vectors, spread(1, 1, 4), spread(1, 1, 4), axes=[2, 3, 4, 5], states=2)
    call halo_plan_commit(self%plan)
  end subroutine prepare

  subroutine begin(self, state)
    class(halo_wires), intent(inout) :: self
    integer, intent(in) :: state
    call halo_begin(self%plan, state)
  end subroutine begin

  subroutine end(self, state)
    class(halo_wires), intent(inout) :: self
    integer, intent(in) :: state
    call halo_end(self%plan)
  end subroutine end

end module lattice_cg_halo_wires

program lattice_cg_halo
  use lattice_cg_images, only: set_up, run
  use lattice_cg_halo_wires, only: halo_wires
  implicit none (type, external)
  type(halo_wires) :: joined

  call set_up(joined)
  call joined%prepare()
  call run('halo', joined, is_verified=.true.)
end program lattice_cg_halo
