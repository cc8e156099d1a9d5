! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The library of the project: coarrays in a module.
module neighbours
  implicit none
  private
  public :: send_around

  integer :: came[*]

contains

  !> The value of the image before this one.
  integer function send_around(value)
    integer, intent(in) :: value
    came[mod(this_image(), num_images()) + 1] = value
    sync all
    send_around = came
    sync all
  end function send_around

end module neighbours
