! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! See dynamics_land.f90: the second accessor here.
module transport_energy
  implicit none
  integer :: a(3)[*]
contains
  integer function read_first(image)
    integer, intent(in) :: image
    read_first = a(1)[image]
  end function
  integer function read_energy(image)
    integer, intent(in) :: image
    read_energy = a(3)[image]
  end function
end module transport_energy
