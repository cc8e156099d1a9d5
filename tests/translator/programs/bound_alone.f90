! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! CO_REDUCE of types with type-bound procedures; coarrays of a module that its submodule uses. Like all programs named
! _alone it checks its own results, since gfortran's own coarrays cannot do what it does.
module bound_m
  implicit none
  type :: pair
    integer :: count = 0
    real(8) :: sum = 0
  contains
    procedure :: mean
  end type
  integer :: held(3)[*] = 0
  real, allocatable :: field(:)[:]
  interface
    module subroutine pass_on(value)
      integer, intent(in) :: value
    end subroutine
    module function total(from) result(sum_there)
      integer, intent(in) :: from
      real :: sum_there
    end function
    pure module subroutine must_hold(holds, what)
      logical, intent(in) :: holds
      character(len=*), intent(in) :: what
    end subroutine
  end interface
contains
  pure real(8) function mean(self)
    class(pair), intent(in) :: self
    mean = self%sum/max(1, self%count)
  end function
  pure function together(a, b) result(c)
    type(pair), intent(in) :: a, b
    type(pair) :: c
    c%count = a%count + b%count
    c%sum = a%sum + b%sum
  end function
end module

submodule (bound_m) bound_s
  implicit none
  integer :: own[*] = 0
contains
  module subroutine pass_on(value)
    integer, intent(in) :: value
    integer :: right
    right = merge(1, this_image() + 1, this_image() == num_images())
    held(2)[right] = value
    own[right] = 10*value
    sync all
    held(3) = own
  end subroutine
  module procedure total
    sum_there = sum(field(:)[from])
  end procedure
  module procedure must_hold ! pure, as only its interface says
    if (.not. holds) error stop what
  end procedure
end submodule

submodule (bound_m:bound_s) bound_t
end submodule

program bound_alone
  use bound_m
  implicit none
  type(pair) :: one, several(100)
  integer :: me, n, left, k
  logical :: good
  me = this_image()
  n = num_images()
  left = merge(n, me - 1, me == 1)
  call pass_on(me)
  good = held(2) == left .and. held(3) == 10*left
  call must_hold(good, 'what the left image has passed on')
  allocate (field(5)[*])
  field = me
  sync all
  good = good .and. total(left) == 5*left
  one = pair(1, real(me, 8))
  call co_reduce(one, together)
  good = good .and. one%count == n .and. abs(one%mean() - (n + 1)/2d0) < 1d-12
  several = [(pair(k, real(k*me, 8)), k = 1, 100)]
  call co_reduce(several(1:99:2), together, result_image=n)
  if (me == n) then
    good = good .and. all(several(1:99:2)%count == [(k*n, k = 1, 99, 2)])
    good = good .and. several(99)%sum == 99*n*(n + 1)/2
  end if
  good = good .and. all(several(2:100:2)%count == [(k, k = 2, 100, 2)])
  call co_reduce_status(good)
  if (me == 1 .and. good) print '(a)', 'all as it should be'
contains
  subroutine co_reduce_status(flag)
    logical, intent(inout) :: flag
    integer :: status
    status = -1
    call co_reduce(flag, both, stat=status)
    flag = flag .and. status == 0
  end subroutine
  pure logical function both(a, b)
    logical, intent(in) :: a, b
    both = a .and. b
  end function
end program
