! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Images attach and detach while all others put, and threads of each image put and attach at the same time: an event
! that stays attached counts every put, one that is attached for some of the time counts at most all of them.
program fortran_changing
  use, intrinsic :: iso_fortran_env, only: event_type
  use arauto, only: event_attach, event_detach, notify_query
  implicit none
  integer, parameter :: puts = 20000
  type(event_type) :: fixed[*], now_and_then(40)[*], own(4)[*]
  integer :: a(40, 40)[*], mine(4, 100)[*]
  integer :: me, images, k, i, j, there, expected
  me = this_image()
  images = num_images()
  a = 0
  call event_attach(fixed, a(20, :))
  sync all
  !$omp parallel do private(k, i, j) num_threads(3) schedule(static, 50)
  do i = 1, puts
    j = 1 + 12*mod(i, 3) + 3*mod(me - 1, 4) + omp_number() ! columns of this thread alone
    do k = 1, images
      a(:, j)[k] = i ! each crosses the row
    end do
    select case (mod(i, 4))
    case (0)
      !$omp critical
      call toggle(j)
      !$omp end critical
    case (1)
      call event_attach(own(1 + omp_number()), mine(1 + omp_number(), 1:50))
      mine(1 + omp_number(), 50)[me] = i
      call event_detach(own(1 + omp_number()))
      mine(1 + omp_number(), 50)[me] = i
    end select
  end do
  !$omp end parallel do
  sync all
  call notify_query(fixed, there)
  if (there /= puts*images) then
    print '(3(a, i0))', 'image ', me, ': ', there, ' posts instead of ', puts*images
    error stop 1
  end if
  expected = 0
  do i = 1, 4
    call notify_query(own(i), there)
    expected = expected + there
  end do
  if (expected /= puts/4) error stop 'what a thread has attached for a moment'
  do j = 1, 40
    call notify_query(now_and_then(j), there)
    if (there > puts*images) error stop 'more posts than puts'
  end do
  if (me == 1) print '(a)', 'ok'

contains

  subroutine toggle(column)
    integer, intent(in) :: column
    integer :: stat
    call event_attach(now_and_then(column), a(5:35:3, column), stat)
    if (stat /= 0) call event_detach(now_and_then(column))
  end subroutine toggle

  integer function omp_number()
    !$ interface
    !$   integer function omp_get_thread_num() bind(c)
    !$   end function
    !$ end interface
    omp_number = 0
    !$ omp_number = omp_get_thread_num()
  end function omp_number
end program fortran_changing
