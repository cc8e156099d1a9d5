! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! A library that a program opens while it runs, with coarrays and accessors of its own.
module opened
  use, intrinsic :: iso_c_binding, only: c_int
  implicit none
  type :: holder
    integer, allocatable :: list(:)
  end type
contains
  integer(c_int) function opened_read(scale) bind(c)
    integer(c_int), value :: scale
    integer, allocatable :: z(:)[:]
    type(holder), allocatable :: held[:]
    integer :: next
    next = mod(this_image(), num_images()) + 1
    allocate (z(5)[*], held[*])
    call fill(held)
    z = scale * this_image()
    sync all
    opened_read = z(3)[next] + held[next]%list(2)
    sync all
    z(4)[next] = this_image()
    sync all
    if (z(4) /= mod(this_image() + num_images() - 2, num_images()) + 1) opened_read = -1
    deallocate (z, held)
  end function
  subroutine fill(it)
    type(holder), intent(inout) :: it
    it%list = [1, 20, 3]
  end subroutine
end module opened
