! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Implied DOs over images inside conditions, arguments and loops, one within the other's bounds.
program implied_conditions
  implicit none
  type holder
    integer, allocatable :: list(:)
    logical :: is_ready
  end type
  type(holder) :: h[*]
  integer :: me, n, k, i, tries
  character(3), allocatable :: letters(:)
  me = this_image()
  n = num_images()
  allocate (h%list(me))
  h%list = [(i*me, i=1, me)]
  h%is_ready = .true.
  sync all
  if (.not. all([(h[k]%is_ready, k=1, n)])) error stop 'not ready'
  tries = 0
  do while (count([(h[k]%is_ready, k=1, n)]) == n .and. tries < 3)
    tries = tries + 1
  end do
  if (tries /= 3) error stop 'another number of tries'
  do i = 1, maxval([(size(h[k]%list), k=1, n)])
    if (maxval([(h[k]%list(i), k=i, n)]) /= i*n) error stop 'another maximum'
  end do
  if (sum([((h[k]%list(i), i=1, k), k=1, n)]) /= sum([((i*k, i=1, k), k=1, n)])) error stop 'another sum'
  letters = [character(3) :: (achar(96 + h[k]%list(1)), k=1, n)]
  if (any(letters /= [(achar(96 + k), k=1, n)])) error stop 'another letter'
  sync all
  if (me == 1) print '(a)', 'ok'
end program
