! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The first image reads words and numbers from the standard input, and puts them into coarrays of all others.
program texts_input
  implicit none
  character(12) :: words(3)[*]
  integer :: numbers(3)[*], total[*]
  integer :: me, n, i, k
  character(40) :: line
  me = this_image()
  n = num_images()
  if (me == 1) then
    do i = 1, 3
      read (*, '(a)') line
      read (line, *) words(i), numbers(i)
    end do
    do k = 2, n
      words(:)[k] = words
      numbers(2:)[k] = numbers(2:)
      numbers(1)[k] = numbers(1)
    end do
  end if
  sync all
  if (words(1) /= 'pears' .or. words(2) /= 'plums' .or. words(3) /= 'quinces') error stop 'other words'
  if (any(numbers /= [3, 40, 500])) error stop 'other numbers'
  total = sum(numbers)*me
  words(2)(6:) = achar(64 + me)
  sync all
  do k = 1, n
    if (words(2)[k] /= 'plums'//achar(64 + k) .or. total[k] /= 543*k) error stop 'another word of an image'
  end do
  sync all
  if (me == 1) print '(a)', 'ok'
end program
