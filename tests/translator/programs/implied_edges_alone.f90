! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Implied DO where its variable has other meanings too: dummy coarrays, recursion, loops around, labels, variables of
! another kind, parts of texts, functions that give arrays.
module implied_edges_m
  implicit none
  type t
    integer :: v = 1
    character(len=3) :: fixed = 'abc'
    character(len=:), allocatable :: text
    integer, allocatable :: a(:)
    integer, pointer :: q(:) => null()
  end type
contains
  pure function twice(x) result(y)
    integer, intent(in) :: x(:)
    integer :: y(size(x))
    y = 2*x
  end function
  recursive integer function fact(c, m) result(r)
    type(t), intent(inout) :: c[*]
    integer, intent(in) :: m
    integer :: k
    r = sum([(size(c[k]%a), k=1, m)])
    if (m > 1) r = r + fact(c, m - 1)
  end function
  subroutine loops(c, n, out)
    type(t), intent(inout) :: c[*]
    integer, intent(in) :: n
    integer, intent(out) :: out
    integer :: i, k
    out = 0
    do k = 1, 2
      out = out + sum([(c[i]%a(k), i=1, n)])
      out = out + sum([(c[k]%a(1), k=1, n)])
    end do
  end subroutine
end module
program implied_edges_alone
  use implied_edges_m
  implicit none
  type(t), save, target :: c[*]
  integer, target :: store(4)
  integer :: i, j, k, n, r, x[*]
  character(3), allocatable :: w(:)
  character(200) :: line
  n = num_images()
  allocate (c%a(2)); c%a = this_image()
  c%text = 'xyz'
  store = [1,2,3,4]*this_image()
  c%q => store(::2)
  x = this_image()
  sync all
  w = [(c[k]%fixed, k=1,n)]
  if (any(w /= 'abc')) error stop 'fixed'
  w = [(c[k]%fixed(1:1+k/100), k=1,n)]
  if (any(w /= 'a')) error stop 'part'
  r = fact(c, n)
  if (r /= n*(n+1)) error stop 'recursive'
  call loops(c, n, r)
  if (r /= 2*n*(n+1)) error stop 'loops'
  if (sum([(twice(c[k]%q), k=1,n)]) /= 8*n*(n+1)/2) error stop 'q'
  if (sum([(sum(c[k]%q(2:1:-1)), k=1,n)]) /= 4*n*(n+1)/2) error stop 'q2'
  write (line, 10) (c[k]%fixed, (c[k]%q(j), j=1,2), k=1,1)
10 format (a, 2i4)
  if (line /= 'abc   1   3') error stop 'format'
  write (line, '(*(i0,1x))') (c[k]%a, x[k], k=1,n)
  block
    integer(8) :: k
    if (sum([(c[k]%v, k=1_8,int(n,8))]) /= n) error stop 'v'
    if (sum([(size(c[k]%a, kind=8), k=1_8,int(n,8))]) /= 2*n) error stop 'size'
    if (sum([integer :: (lbound(c[k]%a), k=1_8,int(n,8))]) /= n) error stop 'lbound'
  end block
  if (this_image() == 1) r = sum([(c[k]%a(1), k=1,n)])
  select case (sum([(c[k]%a(1), k=1,n)]))
  case default
    r = 1
  end select
  sync all
  if (this_image() == 1) print '(a)', 'all as it should be'
end program
