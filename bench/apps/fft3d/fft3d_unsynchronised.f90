! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! fft3d without any waiting: the bound. Its values are wrong, since lines are transformed before they have come.
module fft3d_unsynchronised_wires
  use fft3d_images, only: wired, planes, rows, mine
  implicit none (type, external)
  private
  type, extends(wired), public :: unsynchronised_wires
  contains
    procedure :: send_plane
    procedure :: send_row
  end type unsynchronised_wires

contains

  subroutine send_plane(self, z)
    class(unsynchronised_wires), intent(inout) :: self
    integer, intent(in) :: z
    integer :: i, r
    call self%wired%send_plane(z)
    do i = 1, mine%ranks - 1
      r = mod(mine%me + i, mine%ranks)
      associate (low => mine%first(r + 1), high => mine%first(r + 2))
        rows(:, 1:high - low, mine%low + z)[r + 1] = planes(:, low + 1:high, z)
      end associate
    end do
  end subroutine send_plane

  subroutine send_row(self, y)
    class(unsynchronised_wires), intent(inout) :: self
    integer, intent(in) :: y
    integer :: i, r
    call self%wired%send_row(y)
    do i = 1, mine%ranks - 1
      r = mod(mine%me + i, mine%ranks)
      associate (low => mine%first(r + 1), high => mine%first(r + 2))
        planes(:, mine%low + y, 1:high - low)[r + 1] = rows(:, y, low + 1:high)
      end associate
    end do
  end subroutine send_row

end module fft3d_unsynchronised_wires

program fft3d_unsynchronised
  use fft3d_images, only: set_up, run
  use fft3d_unsynchronised_wires, only: unsynchronised_wires
  implicit none (type, external)
  type(unsynchronised_wires) :: joined

  call set_up(joined)
  call run('unsynchronised', joined, is_verified=.false.)
end program fft3d_unsynchronised
