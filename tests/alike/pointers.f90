! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Memory that components of a coarray point to lies in the heap of its image, wherever it was allocated, and
! other images read it at the address that the component has. Each image sends these addresses to the next one, which
! follows them.
program pointers
  use, intrinsic :: iso_c_binding
  implicit none

  type item
    real(8), allocatable :: values(:)
    real(8), pointer :: target(:)
    character(:), allocatable :: name
  end type item

  integer, parameter :: lengths(*) = [1, 10, 1000, 100000]
  type(item) :: x[*]
  type(item), allocatable :: y[:]
  integer(c_intptr_t) :: addresses(6)[*], there
  real(8), pointer :: early(:)
  integer :: i, next

  next = mod(this_image(), num_images()) + 1
  allocate (early(5), source=real(this_image(), 8))
  do i = 1, size(lengths)
    call init(x, lengths(i))
    allocate (y[*])
    call init(y, lengths(i))
    call tell(x, 0)
    call tell(y, 3)
    sync all
    call check(next, lengths(i))
    sync all
    call clear(x)
    call clear(y)
    deallocate (y)
  end do
  deallocate (early)
  if (this_image() == 1) print '(a)', 'right'

contains

  ! Through a dummy that is no coarray, so that the compiler calls malloc.
  subroutine init(it, n)
    type(item), intent(inout) :: it
    integer, intent(in) :: n
    integer :: k

    allocate (it%values(n), it%target(n))
    it%values = this_image()
    it%target = 2 * this_image()
    it%name = ''
    do k = 1, 100
      it%name = it%name // achar(64 + this_image())
    end do
  end subroutine init

  subroutine clear(it)
    type(item), intent(inout) :: it

    deallocate (it%values, it%target, it%name)
  end subroutine clear

  subroutine tell(it, at)
    type(item), intent(in), target :: it
    integer, intent(in) :: at

    addresses(at + 1) = transfer(c_loc(it%values), there)
    addresses(at + 2) = transfer(c_loc(it%target), there)
    addresses(at + 3) = transfer(c_loc(it%name), there)
  end subroutine tell

  subroutine check(image, n)
    integer, intent(in) :: image, n
    real(8), pointer :: array(:)
    character(kind=c_char), pointer :: text(:)
    integer :: k

    do k = 1, 6
      there = addresses(k)[image]
      if (mod(k, 3) == 0) then
        call c_f_pointer(transfer(there, c_null_ptr), text, [100])
        if (any(text /= achar(64 + image))) error stop 'a deferred length has a wrong value'
      else
        call c_f_pointer(transfer(there, c_null_ptr), array, [n])
        if (any(array /= image * (2 - mod(mod(k, 3), 2)))) error stop 'an array has a wrong value'
      end if
    end do
  end subroutine check
end program pointers
