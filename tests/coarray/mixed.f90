! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Fortran and C++ share coarrays: Fortran declares them, both put and get, each sees what the other
! has put. mixed.cpp is the other half.
module halves
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  implicit none
  interface
    subroutine cpp_fills(a, n, b, m) bind(c)
      import :: c_double, c_int
      real(c_double), intent(inout) :: a(*)
      integer(c_int), value :: n, m
      integer(c_int), intent(inout) :: b(*)
    end subroutine cpp_fills
    subroutine cpp_keeps(b, m) bind(c)
      import :: c_int
      integer(c_int), intent(inout) :: b(*)
      integer(c_int), value :: m
    end subroutine cpp_keeps
    subroutine cpp_looks(m) bind(c)
      import :: c_int
      integer(c_int), value :: m
    end subroutine cpp_looks
  end interface
end module halves

program mixed
  use halves
  implicit none
  integer, parameter :: n = 12
  real(c_double), save :: a(n)[*] = 0
  integer(c_int), allocatable :: b(:)[:]
  integer :: me, right, left, faults
  me = this_image()
  right = merge(1, me + 1, me == num_images())
  left = merge(num_images(), me - 1, me == 1)
  faults = 0
  allocate (b(2*n)[*], source=0_c_int)
  call cpp_fills(a, n, b, 2*n) ! puts into a and b of the right image
  sync all
  if (any(a(1:4) /= left) .or. any(a(5:n:2) /= -left)) faults = faults + 1
  if (any(b(3:6) /= [1, 2, 3, 4]*left)) faults = faults + 10
  if (a(2)[right] /= me .or. a(7)[right] /= -me) faults = faults + 100
  sync all
  b(7:10)[right] = [me, me, me, me]
  sync all
  call cpp_looks(left) ! through a view that it has kept
  sync all
  b(:)[right] = me
  sync all
  call cpp_keeps(b, 2*n)
  sync all
  if (b(1) /= 7 .or. b(2) /= left) faults = faults + 1000
  call co_sum(faults)
  if (me == 1) print '(a, i0)', 'faults: ', faults
  if (faults > 0) error stop 'Fortran and C++ see different coarrays'
end program mixed
