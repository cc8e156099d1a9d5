! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! fft3d with SYNC ALL after the puts: each image waits for all.
module fft3d_sync_all_wires
  use fft3d_images, only: wired, planes, rows, mine
  implicit none (type, external)
  private
  type, extends(wired), public :: sync_all_wires
  contains
    procedure :: send_plane
    procedure :: send_row
    procedure :: await_planes
    procedure :: await_rows
  end type sync_all_wires

contains

  subroutine send_plane(self, z)
    class(sync_all_wires), intent(inout) :: self
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
    class(sync_all_wires), intent(inout) :: self
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

  subroutine await_planes(self)
    class(sync_all_wires), intent(inout) :: self
    sync all
  end subroutine await_planes

  subroutine await_rows(self)
    class(sync_all_wires), intent(inout) :: self
    sync all
  end subroutine await_rows

end module fft3d_sync_all_wires

program fft3d_sync_all
  use fft3d_images, only: set_up, run
  use fft3d_sync_all_wires, only: sync_all_wires
  implicit none (type, external)
  type(sync_all_wires) :: joined

  call set_up(joined)
  call run('sync_all', joined, is_verified=.true.)
end program fft3d_sync_all
