! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Objects of other images that a procedure changes: scalars, sections, components, texts, with INTENT(INOUT) and (OUT).
module changes
  implicit none
  type record
    integer :: list(5) = 0
    character(6) :: word = ''
  end type
contains
  subroutine exchange(a, b)
    integer, intent(inout) :: a, b
    integer :: kept
    kept = a
    a = b
    b = kept
  end subroutine
  subroutine reverse(list)
    integer, intent(inout) :: list(:)
    list = list(size(list):1:-1)
  end subroutine
  subroutine name_it(word, number)
    character(*), intent(out) :: word
    integer, intent(in) :: number
    write (word, '(a, i0)') 'no', number
  end subroutine
  subroutine wipe(r)
    type(record), intent(out) :: r
    r%list(2) = 7
  end subroutine
end module

program calls_changed
  use changes
  implicit none
  integer :: number[*]
  type(record) :: r[*], whole[*]
  integer :: me, n, right, left, mine, i
  me = this_image()
  n = num_images()
  right = merge(1, me + 1, me == n)
  left = merge(n, me - 1, me == 1)
  number = me
  mine = -me
  r%list = [(10*me + i, i=1, 5)]
  whole%list = me
  sync all
  call exchange(number[right], mine)
  call reverse(r[right]%list(2:4))
  call name_it(r[right]%word, me)
  call wipe(whole[right])
  sync all
  if (mine /= right .or. number /= -left) error stop 'not exchanged'
  if (any(r%list /= 10*me + [1, 4, 3, 2, 5])) error stop 'not reversed'
  if (r%word(3:) /= achar(48 + left)) error stop 'another word'
  if (any(whole%list /= [0, 7, 0, 0, 0])) error stop 'not wiped'
  sync all
  if (me == 1) print '(a)', 'ok'
end program
