! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Coarrays of texts whose length is deferred: single elements are read and written, and others keep what they have.
program texts_deferred
  implicit none
  character(:), allocatable :: names(:)[:], motto[:]
  integer :: me, n, right, left
  me = this_image()
  n = num_images()
  right = merge(1, me + 1, me == n)
  left = merge(n, me - 1, me == 1)
  allocate (character(5) :: names(4)[*])
  allocate (character(me/me + 8) :: motto[*])
  names = '-----'
  write (names(2), '(a, i0)') 'two', me
  motto = 'to image '
  motto(9:) = achar(48 + me)
  sync all
  names(4) = names(2)[right]
  if (motto[right] /= 'to image'//achar(48 + right)) error stop 'another motto'
  sync all
  names(1)[right] = 'first'
  motto[right] = 'by image'//achar(48 + me)
  sync all
  if (names(1) /= 'first' .or. names(2) /= 'two'//achar(48 + me)) error stop 'other names at first'
  if (names(3) /= '-----' .or. names(4) /= 'two'//achar(48 + right)) error stop 'other names at last'
  if (motto /= 'by image'//achar(48 + left) .or. len(motto) /= 9) error stop 'another motto from the left'
  sync all
  if (me == 1) print '(a)', 'ok'
end program
