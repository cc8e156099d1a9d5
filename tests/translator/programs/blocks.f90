! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Transfers that may do without a descriptor, and similar ones that must not: types that only look alike, arrays with
! gaps, scalars for arrays, sections without elements, overlap on this image.
module narrow
  implicit none
  integer, parameter :: wp = 4
  real(wp) :: thin(6) = 0.5
end module narrow

module wide
  implicit none
  integer, parameter :: wp = 8
  real(wp), save :: thick(6)[*] = 0
end module wide

program blocks
  use narrow, only: thin
  use wide, only: thick
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  real(dp), save :: a(8)[*], m(4, 5)[*]
  real(8), save :: e(4)[*] = 0
  real, save :: s[*], r(4)[*] = 0
  integer, save :: n(6)[*]
  integer(8), save :: l(3)[*] = 0
  integer(2), save :: h(3)[*] = 0
  logical, save :: t(3)[*] = .false.
  complex, save :: z(2)[*] = 0
  double precision, save :: d(3)[*] = 0
  real(dp), allocatable :: x(:, :)[:], y(:)
  real(dp) :: b(8), c(4, 5), q
  integer :: me, right, i, v(2)
  real :: s0 = 3
  integer(8) :: l0 = 4
  integer(2) :: h0(2) = 5_2
  double precision :: d0 = 6
  me = this_image()
  right = merge(1, me + 1, me == num_images())
  b = [(me + 0.125_dp*i, i = 1, 8)]
  c = reshape([(100.0_dp*me + i, i = 1, 20)], [4, 5])
  a = 0; m = 0; s = 0; n = 0; v = [3, 1]
  allocate (x(3, 4)[*], source=0.0_dp)
  y = b(1:3)
  sync all
  a(1)[right] = b(2)
  a(2:4)[right] = b(5:7)
  a(mod(me, 1) + 5)[right] = 2*b(3) - 1
  a(6)[right] = 3
  a(7:8)[right] = 1.5
  m(:, 2)[right] = c(:, 3)
  m(:, 4:5)[right] = c(:, 1:2) + 0.5*c(:, 2:3)
  m(2, 1:3:2)[right] = c(1, 1:2)
  m(1:2, 3)[right] = b(2:8:6)
  e(1)[right] = 2
  e(2)[right] = s0 + 1
  e(3:4)[right] = b(1:2)
  s[right] = 4*b(1)
  r(1:2)[right] = 7
  r(3:4)[right] = real(b(1:2))
  n(2)[right] = 5
  n(3:6)[right] = [1, 2, 3, 4]*me
  l(1)[right] = 2
  l(2)[right] = n(1) + 9
  l(3)[right] = 2_8*l0 + 1
  h(1)[right] = 1
  h(2:3)[right] = h0 + 1_2
  t(2)[right] = .true.
  t(3)[right] = t(1)
  z(1)[right] = (1.0, 2.0)
  z(2)[right] = 2
  d(1)[right] = 1.0d0*d0 + 0.1d0
  d(2)[right] = 0.1
  d(3)[right] = b(1)
  thick(1)[right] = thin(1)
  thick(2:3)[right] = thin(2:3)
  x(:, 1)[right] = y
  x(2, 2)[right] = y(2)
  x(3:2, 3)[right] = y(3:2)
  sync all
  call through(x(:, 4), m(2, :), b)
  sync all
  call say('a', a)
  call say('m', [m])
  call say('e', e)
  call say('r', [real(s, dp), real(r, dp)])
  call say('n', [real(n, dp), real(l, dp), real(h, dp)])
  call say('z', [real(real(z), dp), real(aimag(z), dp), merge(1.0_dp, 0.0_dp, t)])
  call say('d', [real(d, dp), real(thick, dp)])
  call say('x', [x])
  sync all
  q = a(1)[right]
  b(1:3) = a(2:4)[right]
  b(4) = 2*a(mod(me, 1) + 5)[right] + r(1)[right]
  b(5) = r(3)[right]
  b(6:5) = a(6:5)[right]
  c(:, 1) = m(:, 2)[right]
  c(2:3, 2) = m(2:3, 4)[right]
  c(1, 3:5) = m(2, 1:3)[right]
  b(v) = e(3:4)[right]
  i = n(2)[right]
  b(8) = i + l(2)[right]
  y = x(:, 1)[right]
  call say('q', [q, b, [c], y])
  sync all
  a(2:5)[me] = a(1:4)
  a(1:3) = a(2:4)[me]
  sync all
  call say('overlap', a)
  sync all

contains

  subroutine through(p, g, f)
    real(dp), intent(inout) :: p(:), g(:)
    real(dp), intent(in) :: f(*)
    a(8)[right] = g(2) + p(3)
    a(6:7)[right] = f(1:2)
    x(1:2, 4)[right] = g(1:2)
    g(4:5) = a(1:2)[right]
  end subroutine through

  subroutine say(name, values)
    character(len=*), intent(in) :: name
    real(dp), intent(in) :: values(:)
    print '(a, 1x, i0, *(1x, f0.3))', name, me, values
  end subroutine say
end program blocks
