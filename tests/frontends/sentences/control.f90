! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Wrong statements about images, teams, synchronisation, events, locks, collectives and allocation, one to a run: its
! name is the program's argument. `tell` says what stat= and errmsg= got.
program control
  use, intrinsic :: iso_fortran_env, only: atomic_int_kind, error_unit, event_type, lock_type, team_type
  implicit none (type, external)
  type(event_type), save :: e[*]
  type(lock_type), save :: l[*]
  type(team_type) :: own
  integer(atomic_int_kind), save :: word[*]
  integer(atomic_int_kind) :: value
  integer, allocatable :: a(:)[:]
  integer, save :: x[*]
  integer :: me, zero, ten, code
  character(300) :: text
  character(40) :: name

  call get_command_argument(1, name)
  me = this_image()
  zero = 0
  ten = 10
  code = 0
  text = ''
  x = me
  word = 0
  sync all
  select case (name)
  case ('sync_image_zero')
    if (me == 1) sync images (zero)
  case ('sync_image_ten')
    if (me == 1) sync images (ten)
  case ('sync_twice')
    if (me == 1) sync images ([1, 1])
  case ('sync_stopped')
    if (me == 2) stop
    sync images (2)
  case ('sync_all_stopped')
    if (me == 2) stop
    sync all
  case ('told_sync')
    sync images ([ten], stat=code, errmsg=text)
    call tell()
    sync images ([me, me], stat=code, errmsg=text)
    call tell()
  case ('told_stopped')
    if (me == 2) stop
    sync all (stat=code, errmsg=text)
    call tell()
    sync images (2, stat=code, errmsg=text)
    call tell()
  case ('post_ten')
    if (me == 1) event post (e[ten])
  case ('told_post')
    event post (e[ten], stat=code, errmsg=text)
    call tell()
  case ('lock_twice')
    if (me == 1) then
      lock (l[1])
      lock (l[1])
    end if
  case ('unlock_free')
    if (me == 1) unlock (l)
  case ('unlock_of_other')
    if (me == 2) lock (l[1])
    sync all
    if (me == 1) unlock (l)
  case ('told_locks')
    if (me == 2) lock (l[1])
    sync all
    if (me == 1) then
      unlock (l, stat=code, errmsg=text)
      call tell()
      lock (l[2])
      lock (l[2], stat=code, errmsg=text)
      call tell()
      unlock (l[2])
      unlock (l[2], stat=code, errmsg=text)
      call tell()
      lock (l[ten], stat=code, errmsg=text)
      call tell()
    end if
    sync all
  case ('atomic_ten')
    if (me == 1) call atomic_define(word[ten], 3)
  case ('atomic_ref_ten')
    if (me == 1) call atomic_ref(value, word[ten])
  case ('atomic_add_ten')
    if (me == 1) call atomic_add(word[ten], 3)
  case ('atomic_fetch_or_ten')
    if (me == 1) call atomic_fetch_or(word[ten], 3, value)
  case ('atomic_cas_ten')
    if (me == 1) call atomic_cas(word[ten], value, 0, 1)
  case ('told_atomics')
    call atomic_define(word[ten], 3, stat=code)
    call tell()
    call atomic_ref(value, word[ten], stat=code)
    call tell()
  case ('broadcast_from_ten')
    call co_broadcast(x, ten)
  case ('sum_to_ten')
    call co_sum(x, ten)
  case ('told_collectives')
    call co_broadcast(x, ten, stat=code) ! gfortran passes its errmsg= by value
    call tell()
    call co_max(x, ten, stat=code)
    call tell()
  case ('told_sizes')
    allocate (a(me)[*], stat=code, errmsg=text)
    call tell()
  case ('told_too_much')
    allocate (a(400000000000_8)[*], stat=code, errmsg=text)
    code = merge(1, 0, code /= 0) ! its value is that of the compiler's own ALLOCATE
    call tell()
  case ('negative_number')
    form team (zero - 1, own)
  case ('team_not_formed')
    if (me == 1) then
      change team (own)
      end team
    end if
  case ('sync_team_not_formed')
    if (me == 1) sync team (own)
  case ('wait_without_posts')
    if (me == 2) stop
    event wait (e)
  case ('stop_code')
    if (me == 1) stop 3
  case ('stop_text')
    if (me == 1) stop 'the end of one'
  case ('error_stop_code')
    if (me == 1) error stop 4
    sync all
  case ('error_stop_text')
    if (me == 1) error stop 'for a reason'
    sync all
  case default
    error stop 'there is no such case'
  end select
  sync all

contains

  subroutine tell()
    if (me == 1) write (error_unit, '(a,i0,2a)') 'stat ', code, ': ', trim(text)
    code = 0
    text = ''
  end subroutine tell
end program control
