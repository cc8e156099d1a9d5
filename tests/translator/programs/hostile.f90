! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Valid Fortran that a translator may stumble over: words as names, brackets in strings, statements
! that go on past comments, several on a line, constructors beside image selectors.
program hostile
  use iso_fortran_env, only: et => event_type, lock_type, int64
  implicit none
  type t
    integer :: b = 0
    integer :: sync(3) = 0
  end type
  integer, save :: a(4)[*] = [1,2,3,4], c[*]
  integer :: lock(3), critical, event(2), i, j, k, sync_all, stop, allocate(2), where(2), forall(2)
  integer :: read(3), write(2), print, form, change, team, error, unlock(2), block, data, format(3)
  integer :: save, contains, num, if(3), use, program, interface, endteam, end, do, type, notify(2), post
  character(len=*), parameter :: s(2) = [character(5) :: 'a[1]', "b'["]
  character(len=20) :: text[*], local
  type(t), save :: o[*], list(3)[*]
  lock(1) = 2; lock (2) = 3;; lock(3) = 1 ;
  critical = 1
  event(1) = 4
  sync_all = 2 ; stop = 3
  allocate(1) = 2
  where(1) = 2
  forall(1) = 2
  read(1) = 2
  write(1) = 3
  print = 4
  form = 5; change = 6; team = 7; error = 8
  unlock(2) = 1
  block = 2; data = 1; format(3) = 1; save = 1; contains = 3; use = 3; program = 3; interface = 3
  if(2) = 3
  endteam = 3
  end = 4
  do = 3
  type = 4
  notify(1) = 3
  post = 1
  if (lock(1) == 2) critical = &
    ! a comment amid
    & 3
  text = 'it''s [1] & "not" ! a comment'; c = this_image()
  sy&
  &nc all
  local = text[1] ! a comment with a[1] ' and "
  k = a(1)[1] + size([1,2,3]) + a(b_of(2))[b_of(1)] + merge(1, 2, any(a(:)[1] == [1,2,3,4])) &

    ; j = sum([a(1)[1], (/ a(2)[1], 4 /), [integer :: 5, c[1]]])
  if (any([1,2] == [2,1])) print '(a)', 'bad'
  if (all(a(1:2)[1] == [1,2])) print '(4a,2i4)', "continued &
      &string [1] 'x' ! no comment &
      & end", local, s, k, j
  write (*,'(2i4)') [1, a(2)[1]]
  write (*,'(a,*(i0,1x))') '[', [1, 2]
  o%sync = [7,8,9]
  o%b = 3
  list(2) % b = 5
  sync all ; sync memory
10 sync images (*) ; if (c[1] /= 1) then ; print '(a)', 'wrong' ; end if
  crit: critical
    k = k + o [ 1 ] % sync ( 2 ) + list ( 2 ) [1] % b
  end critical crit
  associate (sync => c, lock => a(2))
    print '(3i4)', sync, lock, k
  end associate
  sync all
  if (this_image() == 1) a(2:3)[1] = a(b_of(3):4)[1] + [10, &
     20] ! comment [
  sync all
  print '(4i4)', a
contains
  integer function b_of(x) result(sync)
    integer, intent(in) :: x
    sync = x
  end function
end program hostile
