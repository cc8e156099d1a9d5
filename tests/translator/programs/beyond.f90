! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Features that gfortran's own ABI lacks, or gets wrong: checks itself.
program beyond
  implicit none
  type thing
    character(len=4) :: name = 'town'
    real, allocatable :: deep(:)
  end type
  type holder
    type(thing), allocatable :: things(:)
  end type
  type(thing) :: t[*]
  type(holder) :: h[*]
  integer :: a(4)[*], me, n, next
  character(len=3) :: c(2)[*]
  complex :: z[*]
  me = this_image(); n = num_images(); next = mod(me, n) + 1
  a = me
  c = 'abc'
  z = cmplx(me, -me)
  allocate (t%deep(me:me + 1), h%things(2))
  allocate (h%things(2)%deep(3))
  t%deep = me
  h%things(2)%deep = [me, 2*me, 3*me]
  sync all
  associate (there => a(4)[next])
    if (there /= next) error stop 'associate'
  end associate
  if (t[next]%name(2:3) /= 'ow') error stop 'substring of a component'
  if (z[next] /= cmplx(next, -next)) error stop 'complex'
  if (c(1)[next](2:3) /= 'bc') error stop 'substring'
  if (size(t[next]%deep) /= 2 .or. lbound(t[next]%deep, 1) /= next) error stop 'bounds there'
  if (.not. allocated(t[next]%deep) .or. allocated(h[next]%things(1)%deep)) error stop 'allocated there'
  if (any(h[next]%things(2)%deep(2:3) /= [2*next, 3*next])) error stop 'two levels'
  sync all
  c(2)[next] = char(iachar('a') + me)
  c(1)[next](2:2) = 'X'
  if (me == n) h[next]%things(2)%deep(1) = -5
  sync all
  if (c(1) /= 'aXc') error stop 'put into a substring'
  if (c(2) /= char(iachar('a') + 1 + mod(me + n - 2, n))) error stop 'value of a function'
  if (me == 1 .and. h%things(2)%deep(1) /= -5) error stop 'put two levels down'
  if (me == 1) print '(a)', 'all as it should be'
end program
