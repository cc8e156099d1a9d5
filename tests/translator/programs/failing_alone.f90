! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Images that fail and images that stop: every statement with STAT= reports them, and the others go on. Checks itself.
program failing_alone
  use, intrinsic :: iso_fortran_env
  implicit none
  integer :: me, n, status, x(3)[*], old, k, counted
  integer(atomic_int_kind) :: counter[*]
  integer, allocatable :: y(:)[:], list(:)
  type(event_type) :: came[*]
  type(lock_type) :: guard(2)[*]
  type(team_type) :: left
  character(len=60) :: message
  logical :: mine
  me = this_image(); n = num_images()
  x = me
  counter = 0
  if (n > 2) then
    if (me == n) lock (guard(1)[1])
    sync all (stat=status) ! who is slow may hear of what comes next
    if (me == n) fail image
    ! Until all have noticed.
    do while (image_status(n) /= stat_failed_image)
    end do
    if (any(image_status([1, 2]) /= 0)) error stop 'who is there has a status'
    list = failed_images()
    if (size(list) /= 1 .or. any(list /= n)) error stop 'failed_images'
    if (kind(failed_images(kind=int64)) /= int64) error stop 'kind'
    if (size(stopped_images()) /= 0 .or. size(failed_images(get_team())) /= 1) error stop 'stopped_images'
    sync all (stat=status, errmsg=message)
    if (status /= stat_failed_image .or. index(message, 'failed') == 0) error stop 'sync all'
    sync images (*, stat=status)
    if (status /= stat_failed_image) error stop 'sync images (*)'
    if (me < 3) then
      sync images ([3 - me], stat=status)
      if (status /= 0) error stop 'sync images'
    end if
    sync images (n, stat=status)
    if (status /= stat_failed_image) error stop 'sync images (n)'
    sync memory (stat=status)
    if (status /= 0) error stop 'sync memory'
    x(1)[n, stat=status] = 3
    if (status /= stat_failed_image) error stop 'put'
    k = x(2)[n, stat=status]
    if (status /= stat_failed_image) error stop 'get'
    k = x(3)[1, stat=status]
    if (status /= 0 .or. k /= 1) error stop 'get of another'
    event post (came[n], stat=status)
    if (status /= stat_failed_image) error stop 'event post'
    lock (guard(2)[n], stat=status)
    if (status /= stat_failed_image) error stop 'lock'
    if (me == 1) then
      lock (guard(1), stat=status)
      if (status /= stat_unlocked_failed_image) error stop 'a lock of who has failed'
      lock (guard(1), stat=status)
      if (status /= stat_locked) error stop 'twice'
      unlock (guard(1), stat=status)
      if (status /= 0) error stop 'unlock'
      unlock (guard(1), stat=status)
      if (status /= stat_unlocked) error stop 'unlock twice'
    end if
    k = 1
    call co_sum(k, stat=status, errmsg=message)
    if (status /= stat_failed_image) error stop 'co_sum'
    k = 1
    call co_broadcast(k, 1, stat=status)
    if (status /= stat_failed_image) error stop 'co_broadcast'
    k = 1
    call co_reduce(k, plus, stat=status)
    if (status /= stat_failed_image) error stop 'co_reduce'

    ! The others go on.
    form team (1, left, stat=status)
    if (status /= stat_failed_image) error stop 'form team'
    change team (left, stat=status)
      if (status /= 0 .or. num_images() /= n - 1) error stop 'change team'
      if (size(failed_images()) /= 0) error stop 'failed images of a team'
      if (size(failed_images(get_team(initial_team))) /= 1) error stop 'failed images of the initial team'
      if (image_status(n, get_team(initial_team)) /= stat_failed_image) error stop 'status in a team'
      k = 1
      call co_sum(k)
      if (k /= n - 1) error stop 'co_sum of a team'
      k = 1
      call co_reduce(k, plus, stat=status)
      if (k /= n - 1 .or. status /= 0) error stop 'co_reduce of a team'
      allocate (y(2)[*], stat=status)
      if (status /= 0) error stop 'allocate in a team'
      y = me
      sync all
      if (y(1)[num_images()] /= n - 1) error stop 'a coarray of a team'
      sync all
    end team
    allocate (y(5)[*], stat=status)
    if (status /= stat_failed_image .or. .not. allocated(y)) error stop 'allocate'
    y = 10*me
    sync all (stat=status)
    k = y(1)[1]
    if (k /= 10) error stop 'a coarray of who is left'
    sync all (stat=status)
    deallocate (y, stat=status, errmsg=message)
    if (status /= stat_failed_image .or. allocated(y)) error stop 'deallocate'
    do k = 1, 5
      critical (stat=status)
        call atomic_ref(old, counter[1])
        call atomic_define(counter[1], old + 1)
      end critical
      if (status /= 0) error stop 'critical'
    end do
    sync all (stat=status)
    call atomic_ref(counted, counter[1], stat=status)
    if (counted /= 5*(n - 1) .or. status /= 0) error stop 'counted'
    call atomic_add(counter[n], 1, stat=status)
    if (status /= stat_failed_image) error stop 'atomic_add'
    mine = .false.
    if (me == 1) then
      lock (guard(2), acquired_lock=mine)
      if (.not. mine) error stop 'acquired_lock'
      event post (came[2])
    else if (me == 2) then
      status = 1
      do while (status /= 0) ! the failed image might have been the one that posts
        event wait (came, stat=status)
      end do
      lock (guard(2)[1], acquired_lock=mine, stat=status)
      if (mine .or. status /= 0) error stop 'not acquired'
    end if
    sync all (stat=status)

    ! One of the others stops.
    if (me == 2) stop, quiet=.true.
    do while (image_status(2) /= stat_stopped_image)
    end do
    sync all (stat=status)
    if (status /= stat_stopped_image .and. status /= stat_failed_image) error stop 'sync all with one that stopped'
    list = stopped_images()
    if (.not. any(list == 2)) error stop 'one has stopped'
  end if
  if (me == 1) print '(a)', 'all as it should be'
contains
  pure integer function plus(a, b)
    integer, intent(in) :: a, b
    plus = a + b
  end function
end program
