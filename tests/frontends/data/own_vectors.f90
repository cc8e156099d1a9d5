! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Vector subscripts on both sides of an assignment to a coarray of this image: the compiler takes
! the data to an array of its own, which is far from any coarray, and copies that. No image
! changes what another one reads.
program own_vectors
  implicit none (type, external)
  integer, parameter :: n = 12
  integer, allocatable :: a(:)[:]
  integer, save :: s(0:n - 1)[*]
  real(8), save :: r(n)[*]
  character(3), save :: word(n)[*]
  integer :: to(4), from(4), lists(4, 2), me, next, few, i, want(n)
  me = this_image()
  next = mod(me, num_images()) + 1
  few = 3 + command_argument_count()
  allocate (a(n)[*])
  to = [9, 2, 11, 5]
  from = [8, 3, 10, 1]
  lists(:, 1) = to
  lists(:, 2) = from
  call fill()

  a(to) = a(from)[next]
  call check('both of constant length', to, next*100 + from)
  a(to(1:3)) = a(from(1:few))[next]
  call check('a part of both', to(:3), next*100 + from(:3))
  a(lists(:, 1)) = a(lists(:, 2))[next]
  call check('columns of a list', to, next*100 + from)
  a(to) = a(4:10:2)[next]
  call check('a section there', to, next*100 + [4, 6, 8, 10])
  a(to) = a(7)[next]
  call check('a scalar there', to, next*100 + [7, 7, 7, 7])
  a(5:11:2) = a(from)[next]
  call check('a section here', [5, 7, 9, 11], next*100 + from)
  a(to) = s(from)[next]
  call check('another coarray', to, -next*100 - from)
  r(to) = a(from)[next]
  if (any(nint(r(to)) /= next*100 + from)) error stop 'a conversion'
  word(to) = word(from)[next]
  do i = 1, 4
    if (word(to(i)) /= text(next, from(i))) error stop 'characters'
  end do
  sync all

contains

  subroutine fill()
    sync all
    a = [(me*100 + i, i = 1, n)]
    s = [(-me*100 - i, i = 0, n - 1)]
    do i = 1, n
      word(i) = text(me, i)
    end do
    sync all
  end subroutine fill

  pure character(3) function text(image, at)
    integer, intent(in) :: image, at
    text = achar(iachar('a') + image)//achar(iachar('a') + at)//'.'
  end function text

  !> `changed` elements of `a` have the values given, the others their own. Then all is as before.
  subroutine check(what, changed, values)
    character(*), intent(in) :: what
    integer, intent(in) :: changed(:), values(:)
    want = [(me*100 + i, i = 1, n)]
    want(changed) = values
    sync all
    if (any(a /= want)) then
      print '(2a, 24i6)', what, ':', a
      error stop 'wrong values'
    end if
    call fill()
  end subroutine check

end program own_vectors
