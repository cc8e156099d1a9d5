! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Polymorphic variables of this image as values for another, whose variable is of one type.
module class_value_m
  implicit none
  type :: t
    integer :: i
    real :: r(3)
  end type
  type :: holder
    type(t), pointer :: p(:) => null()
  end type
contains
  subroutine give(x, a, h, n)
    class(t), intent(in) :: x
    type(t), intent(inout) :: a(:)[*]
    type(holder), intent(inout) :: h[*]
    integer, intent(in) :: n
    a(2)[n] = x
    a(3:4)[n] = x
    h[n]%p(2) = x
  end subroutine
end module
program class_value_alone
  use class_value_m
  implicit none
  type(t) :: a(4)[*]
  type(holder) :: h[*]
  integer :: me, from, k
  me = this_image()
  from = mod(me + num_images() - 2, num_images()) + 1
  allocate (h%p(2))
  do k = 1, 4
    a(k) = t(0, 0.0)
  end do
  h%p = t(0, 0.0)
  sync all
  call give(t(10*me, [1.0, 2.0, 3.0]*me), a, h, mod(me, num_images()) + 1)
  sync all
  if (any(a%i /= [0, 10, 10, 10]*from)) error stop 'an integer is wrong'
  if (any(abs(a(3)%r - [1.0, 2.0, 3.0]*from) > 0) .or. any(abs(a(1)%r) > 0)) error stop 'a real'
  if (h%p(1)%i /= 0 .or. h%p(2)%i /= 10*from .or. abs(h%p(2)%r(3) - 3*from) > 0) error stop 'p'
  if (me == 1) print '(a)', 'all as it should be'
end program
