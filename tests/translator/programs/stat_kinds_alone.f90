! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! STAT= with integers of other kinds than the default, in each kind of statement. Checks itself.
program stat_kinds_alone
  use, intrinsic :: iso_fortran_env
  implicit none
  integer(int64) :: long
  integer(int16) :: short(2)
  integer(kind=8) :: other
  integer :: x(3)[*], k, n
  integer, allocatable :: y(:)[:]
  type(lock_type) :: guard(2)[*]
  type(event_type) :: came[*]
  type(team_type) :: team
  x = this_image()
  n = num_images()
  call forget
  sync all (stat=long)
  call expect('sync all')
  if (n > 0) sync memory (stat=long)
  call expect('a statement behind if')
  other = 5000000000_int64
  if (n < 0) sync memory (stat=other)
  if (other /= 5000000000_int64) error stop 'a statement that is not executed'
  lock (guard(2), stat=short(2))
  if (short(2) /= 0) error stop 'lock'
  lock (guard(2), stat=short(1))
  if (short(1) /= stat_locked) error stop 'locked already'
  unlock (guard(2), stat=long)
  call expect('unlock')
  event post (came, stat=long)
  call expect('event post')
  event wait (came, stat=long)
  call expect('event wait')
  allocate (y(2)[*], stat=long)
  call expect('allocate')
  if (.not. allocated(y)) error stop 'not allocated'
  deallocate (y, stat=long)
  call expect('deallocate')
  allocate (y(400000000000_8)[*], stat=long)
  if (long <= 0 .or. allocated(y)) error stop 'allocate without room'
  call forget
  x(1)[n, stat=long] = 7
  call expect('put')
  k = x(2)[n, stat=long] + x(3)[n, stat=other]
  call expect('get')
  if (k /= 2*n .or. other /= 0) error stop 'two in one statement'
  k = x(2)[n + 1, stat=long]
  if (long <= 0) error stop 'get from no image'
  call forget
  call co_sum(k, stat=long)
  call expect('co_sum')
  critical (stat=long)
    call expect('critical')
  end critical
  form team (1, team, stat=long)
  call expect('form team')
  change team (team, stat=long)
    call expect('change team')
  end team (stat=long)
  call expect('end team')
  if (this_image() == 1) print '(a)', 'all as it should be'
contains
  subroutine forget
    long = 5000000000_int64
  end subroutine
  subroutine expect(what)
    character(*), intent(in) :: what
    if (long /= 0) error stop what
    call forget
  end subroutine
end program
