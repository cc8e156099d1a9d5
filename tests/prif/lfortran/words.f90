! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! CO_MAX and CO_MIN of characters.
program words
  implicit none
  character(len=3) :: word
  word = "abc"
  if (this_image() == num_images()) word = "abd"
  call co_max(word)
  if (word /= "abd") error stop 3
  word = "abc"
  if (this_image() == num_images()) word = "abb"
  call co_min(word)
  if (word /= "abb") error stop 4
  if (this_image() == 1) print *, "words: done"
end program words
