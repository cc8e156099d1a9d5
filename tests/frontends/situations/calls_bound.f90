! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Type-bound functions and subroutines of objects of other images, in expressions, conditions and CALL statements.
module shapes
  implicit none
  type shape_type
    real :: sides(2) = 0
  contains
    procedure :: area
    procedure :: scaled
    procedure :: describe
    generic :: operator(*) => scaled
  end type
contains
  real function area(this)
    class(shape_type), intent(in) :: this
    area = product(this%sides)
  end function
  function scaled(this, by) result(larger)
    class(shape_type), intent(in) :: this
    real, intent(in) :: by
    type(shape_type) :: larger
    larger%sides = by*this%sides
  end function
  subroutine describe(this, line, width)
    class(shape_type), intent(in) :: this
    character(*), intent(out) :: line
    integer, intent(in), optional :: width
    write (line, '(i0, a, i0)') nint(this%sides(1)), 'x', nint(this%sides(2))
    if (present(width)) line = repeat(' ', width - len_trim(line))//trim(line)
  end subroutine
end module

program calls_bound
  use shapes
  implicit none
  type(shape_type) :: s(2)[*]
  character(12) :: line, wanted
  real :: total
  integer :: me, n, k
  me = this_image()
  n = num_images()
  s(1)%sides = [real(me), 2.0]
  s(2)%sides = [real(me), 3.0]
  sync all
  total = 0
  do k = 1, n
    total = total + s(1)[k]%area() - s(2)[k]%area()/2
    if (s(2)[k]%area() > 3.0*k + 0.5) error stop 'a larger area'
    write (wanted, '(i0, a)') k, 'x3'
    call s(2)[k]%describe(line)
    if (line /= wanted) error stop 'another description'
    call s(2)[k]%describe(line, width=6)
    if (line /= repeat(' ', 6 - len_trim(wanted))//wanted) error stop 'another width'
  end do
  if (abs(total - 0.5*n*(n + 1)/2) > 1e-4) error stop 'another total'
  sync all
  if (me == 1) print '(a)', 'ok'
end program
