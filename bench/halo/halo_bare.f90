! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Replaces halo_notified.f90 and halo_library.f90 in a program for an MPI alone, which has neither.
module halo_notified
  use halo_form, only: form_type
  implicit none (type, external)
  private
  public :: notified_forms, make_notified
  character(len=*), parameter :: notified_forms = ''

contains

  subroutine make_notified(name, form)
    character(len=*), intent(in) :: name
    class(form_type), allocatable, intent(out) :: form
    if (name /= '') return   ! and none is made
  end subroutine make_notified

end module halo_notified

module halo_library
  use halo_form, only: form_type
  use halo_kernel, only: halo_case, part
  implicit none (type, external)
  private
  public :: library_forms, make_library
  character(len=*), parameter :: library_forms = ''

contains

  subroutine make_library(name, problem, mine, form)
    character(len=*), intent(in) :: name
    type(halo_case), intent(in) :: problem
    type(part), intent(inout), target :: mine
    class(form_type), allocatable, intent(out) :: form
    if (name /= '' .or. problem%nx /= mine%nx) return   ! and none is made
  end subroutine make_library

end module halo_library
