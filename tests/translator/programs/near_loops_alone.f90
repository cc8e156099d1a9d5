! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Loops over single elements of other images, which run over these images' memory where it is mapped: every type, bounds,
! nests, conditions, several images in one loop, this image among them, dummies, and loops that must stay calls.
module near_shared
  implicit none
  integer, parameter :: wp = kind(1.0d0)
  real(wp), allocatable :: field(:,:)[:]
  integer, save :: marks(-3:6)[*]
end module

program near_loops_alone
  use near_shared, only: field, marks
  implicit none
  integer, parameter :: wp = kind(1.0)   ! not the kind of `field`
  integer, parameter :: n = 40
  real(wp) :: single(n)[*]
  complex(8) :: waves(n)[*]
  logical :: flags(n)[*]
  integer(8), allocatable :: wide(:)[:]
  integer, allocatable :: none_yet(:)[:]
  integer :: lone[*], index(n)
  real(8) :: local(n), s
  integer :: me, images, next, last, i, j, k, faults

  faults = 0
  me = this_image()
  images = num_images()
  next = mod(me, images) + 1
  last = mod(me + images - 2, images) + 1
  allocate(field(0:n, -2:3)[*], wide(5:n + 4)[*])
  index = [(n + 1 - i, i = 1, n)]
  single = 0
  field = 0
  marks = 0
  lone = 10*me
  sync all

  ! Puts, in a nest, with conditions and conversions.
  do j = -2, 3
    do i = 0, n
      field(i, j)[next] = 100*me + 10*j + i
    end do
  end do
  do i = 1, n
    if (mod(i, 2) == 0) then
      single(i)[next] = me + i
    else if (i > 5) then
      single(i)[next] = -(me + i)
    end if
    waves(i)[next] = cmplx(i, me, 8)
    flags(i)[next] = i > 3 .and. i < n
  end do
  do i = -3, 6
    if (i /= 0) marks(i)[next] = 1000*me + i
  end do
  do i = n + 4, 5, -1
    wide(i)[next] = 2_8**40 + i
  end do
  sync all
  call must(all(field == reshape([((100.0d0*last + 10*j + i, i = 0, n), j = -2, 3)], [n + 1, 6])), 'field')
  call must(all([(single(i) == merge(last + i, 0, mod(i, 2) == 0) - merge(last + i, 0, mod(i, 2) == 1 .and. i > 5), &
                  i = 1, n)]), 'single')
  call must(all(waves == [(cmplx(i, last, 8), i = 1, n)]), 'waves')
  call must(all(flags .eqv. [(i > 3 .and. i < n, i = 1, n)]), 'flags')
  call must(all(marks == [(merge(1000*last + i, 0, i /= 0), i = -3, 6)]), 'marks')
  call must(all(wide == [(2_8**40 + i, i = 5, n + 4)]), 'wide')

  ! Gets from two images at once, by an index, and of a scalar.
  s = 0
  do i = 1, n
    s = s + field(index(i), 1)[next] - field(i, 1)[last] + lone[next]
  end do
  call must(nint(s) == n*(100*(me - mod(last + images - 2, images) - 1) + 10*next), 'two images')
  do i = 1, n
    local(i) = real(waves(i)[next]) + abs(single(i)[last])
  end do
  k = mod(last + images - 2, images) + 1
  call must(all(local == [(i + merge(k + i, 0, mod(i, 2) == 0 .or. i > 5), i = 1, n)]), 'to a local array')
  sync all

  ! This image itself, by its number: what is written is read in the next turn.
  single(1) = 1
  do i = 2, n
    single(i) = single(i - 1)[me] + 1
  end do
  call must(all(single == [(i, i = 1, n)]), 'this image')
  do i = 2, n
    single(i)[me] = single(i - 1)*2
  end do
  call must(single(n) == 2.0**(n - 1), 'this image, written')
  sync all

  ! The image changes in the loop: it stays calls.
  k = 0
  do i = 1, images
    k = i
    marks(0)[k] = marks(0)[k] + 0
    call must(lone[k] == 10*i, 'an image that changes')
  end do
  s = 0
  do k = 1, images
    s = s + lone[k]
  end do
  call must(nint(s) == 5*images*(images + 1), 'the image is the loop''s variable')

  ! No turn, of something that is not allocated.
  do i = 1, 0
    none_yet(i)[next] = 1
  end do
  sync all
  call dummies(single, wide, next)
  sync all
  call must(all(single == [(-i, i = 1, n)]), 'a dummy')
  call must(all(wide == [(7 + i, i = 5, n + 4)]), 'an allocatable dummy')

  call co_sum(faults)
  if (me == 1 .and. faults == 0) print '(a)', 'all as it should be'

contains

  subroutine dummies(a, b, image)
    real, intent(inout) :: a(n)[*]
    integer(8), allocatable, intent(inout) :: b(:)[:]
    integer, intent(in) :: image
    integer :: i
    do i = 1, n
      a(i)[image] = -i
    end do
    do i = lbound(b, 1), ubound(b, 1)
      b(i)[image] = 7 + i
    end do
  end subroutine

  subroutine must(holds, what)
    logical, intent(in) :: holds
    character(*), intent(in) :: what
    if (holds) return
    faults = faults + 1
    print '(a,1x,i0)', what, me
  end subroutine

end program
