! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Memory that another image has allocated, in the first statements of constructs; ASSOCIATE, BLOCK; an object with
! such components.
module hm
  implicit none
  type row
    integer :: n = 0
    integer, allocatable :: v(:)
  end type
end module
program heads
  use hm
  implicit none
  type(row) :: r[*]
  integer :: me, n, next, i, k
  me = this_image(); n = num_images(); next = mod(me, n) + 1
  allocate (r%v(me + 2))
  r%v = [(10*me + i, i=1, me + 2)]
  r%n = me + 2
  sync all
  if (r[next]%v(1) == 10*next + 1) then
    print '(a,i0)', 'if ', me
  else
    print *, 'no'
  end if
  if (me < 0) then
    print *, 'no'
  else if (r[next]%v(2) /= 10*next + 2) then
    print *, 'no'
  elseif (r[1]%v(1) == 11) then
    print '(a,i0)', 'else if ', me
  else
    print *, 'no'
  endif
  do i = r[next]%v(1), r[next]%v(2)
    print '(a,i0,1x,i0)', 'do ', me, i
  end do
  k = 1
  loop: do while (r[next]%v(k) < 10*next + 2)
    k = k + 1
    if (k > 5) exit loop
  end do loop
  print '(a,i0,1x,i0)', 'while ', me, k
  select case (r[next]%v(1))
  case (11)
    print '(a,i0,1x,i0)', 'case 11 ', me
  case default
    print '(a,i0,1x,i0)', 'other ', me
  end select
  associate (z => r[next]%v(1) + r[next]%v(2))
    print '(a,i0,4(1x,i0))', 'associate ', me, z
  end associate
  if (r[next]%v(1) > 0 .and. me > 0) print '(a,i0)', 'one line ', me
  if (me > 0) print '(a,i0,1x,i0)', 'action ', me, r[next]%v(1)
  block
    integer :: q
    if (sum(r[next]%v) > 0) then
      q = r[next]%v(next + 2)
      print '(a,i0,1x,i0)', 'block ', me, q
    end if
  end block
  sync all
end program
