! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Values of other images as selectors of ASSOCIATE, whose names give bounds, and in the declarations of BLOCK.
program associate_alone
  implicit none
  type t
    integer :: n = 0
    integer, allocatable :: v(:)
  end type
  type(t) :: o[*]
  integer :: a(4)[*], me, next, faults = 0
  character(len=6) :: c[*]
  me = this_image()
  next = mod(me, num_images()) + 1
  a = me*[1, 2, 3, 4]
  c = 'im' // achar(48 + me)
  o%n = me
  o%v = [me, 2*me]
  sync all
  block
    integer :: k(a(2)[next])
    character(len=o[next]%n) :: text
    call check('bound', size(k) == 2*next .and. len(text) == next)
  end block
  associate (x => (a(2)[next]), y => (c[next]), z => 2*a(1:2)[next])
    call check('values', x == 2*next .and. y == 'im' // achar(48 + next) .and. all(z == [2, 4]*next))
    block
      integer :: w(x)
      associate (q => a(3)[next] + size(w))
        call check('inner', q == 5*next)
      end associate
    end block
  end associate
  associate (x => (o[next]%v), y => o[next]%n + 1, z => (o[next]))
    call check('component', all(x == [1, 2]*next) .and. y == next + 1)
    call check('object', z%n == next .and. all(z%v == [1, 2]*next))
  end associate
  associate (y => (c[next]))
    call check('text', y == 'im' // achar(48 + next) .and. len(y) == 6)
  end associate
  sync all
  call co_sum(faults)
  if (me == 1 .and. faults == 0) print '(a)', 'all as it should be'
contains
  subroutine check(what, is_right)
    character(len=*), intent(in) :: what
    logical, intent(in) :: is_right
    if (is_right) return
    faults = faults + 1
    print *, 'image', me, ': ', what, ' is wrong'
  end subroutine
end program
