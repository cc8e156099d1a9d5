! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! A shared library that the program is linked to: static coarrays, an event, one that it allocates.
module linked
  use iso_fortran_env, only: event_type
  implicit none
  integer, save :: numbers(1000)[*] = 7
  type(event_type) :: ready[*]
  real(8), allocatable :: field(:)[:]
contains
  subroutine fill(base)
    integer, intent(in) :: base
    integer :: i
    numbers = [(base + i, i = 1, size(numbers))]
    allocate (field(10)[*])
    field = base
    sync all
  end subroutine

  integer function number_of(i, image) result(number)
    integer, intent(in) :: i, image
    number = numbers(i)[image]
  end function
end module
