! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! A main program without PROGRAM statement whose first statement defines a type.
type point
  sequence
  integer :: x
  real :: y
end type
interface
  subroutine add(p, q)
    import :: point
    type(point) :: p[*], q
  end subroutine
end interface
type(point) :: here[*], sum
integer :: me, next
me = this_image()
next = mod(me, num_images()) + 1
here = point(me, 0.5*me)
call add(here, sum)
print '(a,i0,1x,i0,f6.1)', 'here ', me, sum%x, sum%y
sync all
here[next] = point(10*me, 0.0)
sync all
print '(a,i0,1x,i0,f6.1)', 'from ', me, here%x, here%y
end

subroutine add(p, q)
  type point
    sequence
    integer :: x
    real :: y
  end type
  type(point) :: p[*], q
  integer :: i
  q = point(0, 0.0)
  sync all
  do i = 1, num_images()
    q%x = q%x + p[i]%x
    q%y = q%y + p[i]%y
  end do
end
