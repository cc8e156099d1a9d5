! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The halo exchange by the library arauto_halo: a plan for each field and depth, made before the first exchange. Both
! directions and the corners travel at the same time.
module halo_library
  use, intrinsic :: ieee_arithmetic, only: ieee_value, ieee_quiet_nan
  use, intrinsic :: iso_fortran_env, only: real64
  use arauto_halo
  use halo_form, only: form_type
  use halo_kernel, only: halo_case, part, fields, widest, exchanges_of_step
  implicit none (type)
  private
  public :: library_forms, make_library
  character(len=*), parameter :: library_forms = 'library,'

  type, extends(form_type) :: library
    type(halo_grid) :: grid
    type(halo_plan) :: plans(fields, widest)
    logical :: has_plan(fields, widest) = .false., has_begun = .false.
  contains
    procedure :: begin => begin_library
    procedure :: end => end_library
    procedure :: exchange
  end type library

contains

  subroutine make_library(name, problem, mine, form)
    character(len=*), intent(in) :: name
    type(halo_case), intent(in) :: problem
    type(part), intent(inout), target :: mine
    class(form_type), allocatable, intent(out) :: form
    type(library), allocatable :: made
    integer :: f, d
    if (name /= 'library') return
    allocate(made)
    call halo_grid_create(made%grid, [problem%nx, problem%ny], periodic=[.true., .false.], images_along=[problem%px, problem%py])
    do d = 1, widest
      if (all(exchanges_of_step(2, :) /= d)) cycle
      do f = 1, fields
        call halo_plan_create(made%plans(f, d), made%grid, halo_direct_corners)
        call halo_plan_add(made%plans(f, d), mine%field(:, :, :, f), [d, d], [d, d], lower_halo=[widest, widest])
        call halo_plan_commit(made%plans(f, d))
        made%has_plan(f, d) = .true.
      end do
    end do
    call move_alloc(made, form)
  end subroutine make_library

  subroutine exchange(form, mine, f, depth, seconds)
    class(library), intent(inout) :: form
    type(part), intent(inout), target :: mine
    integer, intent(in) :: f, depth
    real(real64), intent(inout) :: seconds(2)
    if (allocated(mine%field)) call halo_exchange(form%plans(f, depth))   ! which names the field
    seconds = ieee_value(seconds, ieee_quiet_nan)
  end subroutine exchange

  ! The plans are made already.
  subroutine begin_library(form)
    class(library), intent(inout) :: form
    form%has_begun = .true.
  end subroutine begin_library

  subroutine end_library(form)
    class(library), intent(inout) :: form
    integer :: f, d
    do d = 1, widest
      do f = 1, fields
        if (form%has_plan(f, d)) call halo_plan_free(form%plans(f, d))
      end do
    end do
    call halo_grid_free(form%grid)
  end subroutine end_library

end module halo_library
