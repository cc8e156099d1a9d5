! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Vector subscripts of components and of texts, and indices that come from another image.
program vectors_components
  implicit none
  type state
    integer :: fixed(6)
    integer, allocatable :: list(:)
    character(4) :: words(3)
  end type
  type(state) :: s[*]
  integer :: chosen(2)[*]
  integer :: got(6), me, n, left, i
  character(4) :: words(3)
  me = this_image()
  n = num_images()
  left = merge(n, me - 1, me == 1)
  s%fixed = [(10*me + i, i=1, 6)]
  s%list = [(100*me + i, i=1, 6)]
  s%words = ['abcd', 'efgh', 'ijkl']
  chosen = [1 + mod(me, 3), 6]
  sync all
  got = 0
  got(s%fixed(1:2) - 10*me) = s[left]%fixed([6, 5])
  if (any(got(1:2) /= 10*left + [6, 5])) error stop 'other fixed elements'
  got([6, 4]) = s[left]%list([1, 2])
  if (got(6) /= 100*left + 1 .or. got(4) /= 100*left + 2) error stop 'other elements'
  got(3:5:2) = s[left]%list(chosen(:)[left])
  if (any(got(3:5:2) /= 100*left + [1 + mod(left, 3), 6])) error stop 'other chosen elements'
  words([3, 1, 2]) = s[left]%words([1, 2, 3])
  if (any(words /= ['efgh', 'ijkl', 'abcd'])) error stop 'other words'
  sync all
  if (me == 1) print '(a)', 'ok'
end program
