! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Threads of one image put, get, post and add at the same time.
program threads
  use, intrinsic :: iso_fortran_env, only: event_type
  implicit none (type)
  integer, parameter :: lanes = 4, rounds = 200
  integer :: x(lanes, 1000)[*], counter[*], me, n, right, left, i, k
  type(event_type) :: e(lanes)[*]
  me = this_image()
  n = num_images()
  right = merge(1, me + 1, me == n)
  left = merge(n, me - 1, me == 1)
  counter = 0
  sync all
  !$omp parallel do num_threads(lanes) private(k) schedule(static, 1)
  do i = 1, lanes
    do k = 1, rounds
      x(i, :)[right] = me * 1000 + i * 10 + k
      call atomic_add(counter[1], 1)
      event post (e(i)[right])
    end do
    event wait (e(i), until_count=rounds)
  end do
  !$omp end parallel do
  sync all
  do i = 1, lanes
    if (any(x(i, :) /= left * 1000 + i * 10 + rounds)) error stop 'puts of threads'
  end do
  call atomic_ref(k, counter[1])
  if (k /= lanes * rounds * n) error stop 'atomics of threads'
end program
