! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Sections of this image's own part put to and got from itself: some share no byte and are copied in place, others
! overlap in each way that strides allow, and the source is read first.
program own_sections
  implicit none
  integer, parameter :: n = 9, kept = 6, many = 6000
  real(8), save :: a(0:n, 0:n, 0:n)[*]
  real(8) :: b(0:n, 0:n, 0:n)
  integer, save :: long(many)[*]
  integer, allocatable :: longer(:)[:]
  integer :: copy(many), me, i, p, q, s, wrong(kept)

  me = this_image()
  wrong = 0
  do p = 0, n
    do q = 0, n
      call reset()
      a(p, 1:8, 1:8)[me] = a(q, 1:8, 1:8)
      b(p, 1:8, 1:8) = (b(q, 1:8, 1:8))
      a(1:8, p, 1:8) = a(1:8, q, 1:8)[me]
      b(1:8, p, 1:8) = (b(1:8, q, 1:8))
      a(1:8, 1:8, p)[me] = a(1:8, 1:8, q)[me]
      b(1:8, 1:8, p) = (b(1:8, 1:8, q))
      call compare(1)
    end do
  end do
  do s = 1, 3
    do p = 0, 3
      do q = 0, 3
        call reset()
        a(p:p + 2*s:s, 2:6, 1:9:2)[me] = a(q:q + 2*s:s, 1:5, 0:8:2)
        b(p:p + 2*s:s, 2:6, 1:9:2) = (b(q:q + 2*s:s, 1:5, 0:8:2))
        call compare(2)
        a(p:p + 5, q:9:s, 3) = a(q:q + 5, q:9:s, 3)[me]
        b(p:p + 5, q:9:s, 3) = (b(q:q + 5, q:9:s, 3))
        call compare(2)
        a(p + 2*s:p:-s, q, 9:0:-3)[me] = a(q:q + 2*s:s, p, 0:9:3)
        b(p + 2*s:p:-s, q, 9:0:-3) = (b(q:q + 2*s:s, p, 0:9:3))
        call compare(3)
        a(p:p + 6:s, q, 2) = a(q, p:p + 6:s, 2)[me]
        b(p:p + 6:s, q, 2) = (b(q, p:p + 6:s, 2))
        call compare(4)
        a(:, p, p) = a(q, q, :)[me]
        b(:, p, p) = (b(q, q, :))
        call compare(4)
      end do
    end do
  end do
  allocate (longer(many)[*])
  do s = -7, 7 ! in one piece: static data and the heap are mapped more than once
    p = 8 + s
    q = many - 8 + s
    copy = [(i, i = 1, many)]
    long = copy
    longer = copy
    long(p:q)[me] = long(8:many - 8)
    longer(p:q)[me] = longer(8:many - 8)
    copy(p:q) = (copy(8:many - 8))
    if (any(long /= copy) .or. any(longer /= copy)) wrong(5) = wrong(5) + 1
    long(8:many - 8) = long(p:q)[me]
    longer(8:many - 8) = longer(p:q)[me]
    copy(8:many - 8) = (copy(p:q))
    if (any(long /= copy) .or. any(longer /= copy)) wrong(6) = wrong(6) + 1
  end do
  print '(a, 6i5)', 'wrong: ', wrong
  if (any(wrong /= 0)) error stop 'sections of an image to itself'

contains

  subroutine reset()
    a = reshape([(me*1000.0d0 + i, i = 1, size(a))], shape(a))
    b = a
  end subroutine reset

  subroutine compare(part)
    integer, intent(in) :: part
    if (any(a /= b)) wrong(part) = wrong(part) + 1
  end subroutine compare
end program own_sections
