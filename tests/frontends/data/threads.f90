! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! OpenMP threads of an image put and get at the same time: sections, conversions, components, and
! private memory of the other image.
program threads
  implicit none (type, external)
  integer, parameter :: workers = 4, rounds = 200, n = 64
  type :: box
    integer :: id
    integer, allocatable :: list(:, :)
    integer, pointer :: view(:, :) => null()
  end type box
  integer, save :: a(2*n, workers)[*]
  real(8), save :: d(n, workers)[*]
  type(box), save :: b[*]
  integer, target, allocatable :: mine(:, :)
  integer :: me, next, previous, t, k, wrong

  me = this_image()
  next = mod(me, num_images()) + 1
  previous = mod(me + num_images() - 2, num_images()) + 1
  allocate (mine(n, workers), b%list(n, workers))
  b%view => mine
  mine = 0
  b%list = 0
  wrong = 0
  sync all

  !$omp parallel do num_threads(workers) schedule(static, 1) reduction(+: wrong)
  do t = 1, workers
    wrong = wrong + work(t)
  end do
  !$omp end parallel do
  if (wrong > 0) error stop 'a thread has got something else than it has put'
  sync all

  do t = 1, workers
    if (any(a(1:2*n:2, t) /= [(value_of(previous, t, k, rounds), k = 1, n)])) error stop 'section'
    if (any(nint(d(:, t)) /= a(1:2*n:2, t))) error stop 'conversion'
    if (any(b%list(:, t) /= a(1:2*n:2, t))) error stop 'component'
    if (any(mine(:, t) /= a(1:2*n:2, t))) error stop 'private memory'
  end do

contains

  pure integer function value_of(image, thread, element, round)
    integer, intent(in) :: image, thread, element, round
    value_of = image*1000000 + thread*100000 + element*1000 + round
  end function value_of

  !> Writes to the next image and reads back. @return how often it was wrong
  integer function work(thread)
    integer, intent(in) :: thread
    integer :: x(n), y(n), z(n), v(n), round, j
    work = 0
    do round = 1, rounds
      x = [(value_of(me, thread, j, round), j = 1, n)]
      a(1:2*n:2, thread)[next] = x
      d(:, thread)[next] = x
      b[next]%list(:, thread) = x
      b[next]%view(:, thread) = x
      y = d(n:1:-1, thread)[next]
      z = b[next]%list(:, thread)
      v = b[next]%view(:, thread)
      if (any(y(n:1:-1) /= x) .or. any(z /= x) .or. any(v /= x)) work = work + 1
    end do
  end function work

end program threads
