! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The compiler reduces the name of the accessor of the read below to a number, which is also that of an accessor in
! transport_energy.f90.
module dynamics_land
  implicit none
  integer :: x(3)[*]
contains
  integer function read_land(image)
    integer, intent(in) :: image
    read_land = x(2)[image]
  end function
end module dynamics_land
