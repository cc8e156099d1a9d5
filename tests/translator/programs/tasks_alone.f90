! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Image subsets by XcalableMP's TASK: disjoint ones run side by side, nested ones, coarrays of all images within them.
! Checks itself.
program tasks_alone
  use, intrinsic :: iso_fortran_env, only: event_type
  implicit none
  integer :: me, n, half, total, round, x[*]
  integer, allocatable :: y(:)[:]
  type(event_type) :: met[*]
  !$xmp nodes p(*)
  me = this_image(); n = num_images(); half = max(n/2, 1)
  x = me
  sync all
  do round = 1, 3
    total = -1
    !$xmp tasks
    !$xmp task on p(1:half)
    if (num_images() /= half .or. this_image() /= me) error stop 'the first half'
    total = me
    call co_sum(total)
    if (total /= half*(half + 1)/2) error stop 'co_sum of the first half'
    if (x[half] /= half) error stop 'a coarray of all'
    ! The other half does not wait for the end of this task.
    if (n > 1 .and. me == 1) then
      event wait (met)
    end if
    sync all
    !$xmp end task
    !$xmp task on p(half + 1:)
    if (n == 1) error stop 'nobody is there'
    if (num_images() /= n - half .or. this_image() /= me - half) error stop 'the second half'
    if (x[1] /= half + 1) error stop 'a coarray of all in the second half'
    allocate (y(round)[*])
    y = this_image()
    sync all
    if (y(round)[num_images()] /= n - half) error stop 'a coarray of the task'
    deallocate (y)
    if (this_image() == 1) call tell
    total = 0
    !$xmp end task
    !$xmp end tasks
    if (total < 0) error stop 'no task'
    if (this_image() /= me .or. num_images() /= n) error stop 'after the tasks'
  end do
  sync all
  call nested
  total = 1
  call co_sum(total)
  if (total /= n) error stop 'all again'
  if (me == 1) print '(a)', 'all as it should be'
contains
  subroutine tell
    use, intrinsic :: iso_fortran_env, only: team_type, initial_team
    event post (met[1, team=get_team(initial_team)])
  end subroutine
  subroutine nested
    !$xmp task on p(n:1:-2)
    if (this_image() /= (n - me)/2 + 1) error stop 'backwards'
    !$xmp task on p(1)
    if (me /= n .or. num_images() /= 1) error stop 'one of them'
    x[1] = -1
    !$xmp end task
    sync all
    if (x[1] /= -1) error stop 'the only one'
    !$xmp end task
    if (x == -1 .and. me /= n) error stop 'another'
  end subroutine
end program
