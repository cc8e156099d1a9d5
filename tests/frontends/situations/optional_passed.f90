! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Optional coarrays that are passed on, there or not, beside sections for contiguous dummies and allocatable ones.
module layers
  implicit none
contains
  subroutine outermost(field, given, mask, scale)
    real, intent(inout) :: field(:)[*]
    integer, intent(in) :: given
    integer, intent(inout), optional :: mask(:)[*]
    real, intent(in), optional :: scale[*]
    call middle(field, given, scale=scale, mask=mask)
  end subroutine
  subroutine middle(field, given, mask, scale)
    real, intent(inout) :: field(:)[*]
    integer, intent(in) :: given
    integer, intent(inout), optional :: mask(:)[*]
    real, intent(in), optional :: scale[*]
    call innermost(field, given, mask, scale)
  end subroutine
  subroutine innermost(field, given, mask, scale)
    real, intent(inout) :: field(:)[*]
    integer, intent(in) :: given
    integer, intent(inout), optional :: mask(:)[*]
    real, intent(in), optional :: scale[*]
    integer :: right
    right = merge(1, this_image() + 1, this_image() == num_images())
    sync all
    if (count([present(mask), present(scale)]) /= given) error stop 'another number of arguments'
    if (field(size(field))[right] /= right) error stop 'another value'
    if (present(scale)) then
      if (scale[right] /= 0.5*right) error stop 'another scale'
    end if
    if (present(mask)) then
      if (mask(1)[right] /= 4*right .or. size(mask) < 3) error stop 'another mask'
    end if
    sync all
  end subroutine
  subroutine renew(list, n)
    integer, allocatable, intent(inout), optional :: list(:)[:]
    integer, intent(in) :: n
    if (.not. present(list)) return
    if (allocated(list)) deallocate (list)
    allocate (list(n)[*], source=n*this_image())
  end subroutine
  integer function total(part)
    integer, contiguous, intent(in) :: part(:)[*]
    sync all
    total = sum(part(:)[num_images()])
    sync all
  end function
end module

program optional_passed
  use layers
  implicit none
  real, allocatable :: field(:)[:]
  integer, allocatable :: mask(:)[:], list(:)[:]
  real :: scale[*]
  integer :: i
  allocate (field(6)[*], mask(4)[*])
  field = this_image()
  mask = 4*this_image()
  scale = 0.5*this_image()
  call outermost(field, 0)
  call outermost(field, 1, mask)
  call outermost(field(2:5), 1, scale=scale)
  call outermost(field, 2, mask(2:), scale)
  do i = 1, 4
    call renew(n=i)
    call renew(list, i)
    sync all
    if (list(i)[num_images()] /= i*num_images()) error stop 'not renewed'
    if (total(list(:(i + 1)/2)) /= i*num_images()*((i + 1)/2)) error stop 'another total'
  end do
  if (this_image() == 1) print '(a)', 'ok'
end program
