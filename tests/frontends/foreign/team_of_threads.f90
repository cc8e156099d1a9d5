! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Threads of an image read and write private memory of another at the same time; one of them executes the image
! control statements for all.
program team_of_threads
  implicit none (type, external)
  integer, parameter :: workers = 4, rounds = 40, n = 5000
  type :: box
    integer, pointer :: values(:) => null()
    integer, pointer :: sums(:) => null()
  end type box
  type(box), save :: b[*]
  integer, target, allocatable :: mine(:), sums(:)
  integer :: me, next, previous, round, t, wrong

  me = this_image()
  next = mod(me, num_images()) + 1
  previous = mod(me + num_images() - 2, num_images()) + 1
  allocate (mine(n), sums(workers*100))
  b%values => mine
  b%sums => sums
  sync all
  wrong = 0
  !$omp parallel num_threads(workers) default(shared) private(round, t) reduction(+: wrong)
  do round = 1, rounds
    !$omp single
    mine = me*1000 + round
    sync all
    !$omp end single
    !$omp do schedule(static, 1)
    do t = 1, workers
      wrong = wrong + count_wrong(t, next*1000 + round)
    end do
    !$omp end do
    !$omp single
    sync all
    if (any(sums(::7) /= previous + round)) wrong = wrong + 1
    !$omp end single
  end do
  !$omp end parallel
  if (wrong > 0) error stop 'a thread has read or written something else'
  sync all

contains

  integer function count_wrong(thread, expected)
    integer, intent(in) :: thread, expected
    integer :: i, x
    count_wrong = 0
    do i = thread, n, 3
      x = b[next]%values(i)
      if (x /= expected) count_wrong = count_wrong + 1
    end do
    do i = 1, workers*100, 7
      if (mod(i, workers) == thread - 1) b[next]%sums(i) = me + mod(expected, 1000)
    end do
  end function count_wrong
end program team_of_threads
