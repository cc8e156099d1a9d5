! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The length passed for a substring is that of the whole.
program remote_substring
  implicit none
  character(6) :: word(3)[*], copy
  word = 'abcdef'
  sync all
  copy = word(2)[1](3:4) !warned
  copy = word(2)[1] !right
  copy = copy(3:4) !right
  if (copy == 'cd') print '(a)', 'right'
end program
