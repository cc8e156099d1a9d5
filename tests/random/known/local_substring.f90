! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! A get into a substring, and a put of one.
program local_substring
  implicit none
  character(6) :: word(3)[*], copy, text
  word = 'abcdef'
  copy = 'zzzzzz'
  text = 'zzzzzz'
  sync all
  copy(2:3) = word(1)[1] !warned
  copy(2:3) = (word(1)[1]) !right
  sync all
  word(2)[this_image()] = copy(2:3) !warned
  text = copy(2:3) !right
  word(2)[this_image()] = text !right
  sync all
  if (copy == 'zabzzz' .and. word(2) == 'ab' .and. word(3) == 'abcdef') print '(a)', 'right'
end program
