! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! MOVE_ALLOC with stat=, which not all compilers know; DO CONCURRENT with labels.
program moving_alone
  implicit none
  integer, allocatable :: a(:)[:], b(:)[:]
  integer :: s, i, v(4), me, n
  character(len=40) :: m
  me = this_image(); n = num_images()
  allocate (a(4)[0:*])
  a = me
  m = 'untouched'
  s = 7
  call move_alloc(a, b, stat=s, errmsg=m)
  if (s /= 0 .or. allocated(a) .or. m /= 'untouched') error stop 1
  do 10 concurrent (i = 1:4)
    v(i) = b(i)[n - 1] + i
10 continue
  do 20, concurrent (i = 1:4)
    v(i) = v(i) + b(i)[0]
20 end do
  sync all
  if (any(v /= [(n + i + 1, i = 1, 4)])) error stop 2
  call move_alloc(to=a, from=b)
  if (lcobound(a, 1) /= 0) error stop 3
  sync all
  if (me == 1) print '(a)', 'all as it should be'
end program
