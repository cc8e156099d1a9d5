! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! In place of halo_notified.f90, for a program that an MPI runs alone: it has no notified operations.
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
