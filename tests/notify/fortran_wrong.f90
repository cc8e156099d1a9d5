! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Calls that event_attach, event_detach and notify_query refuse: they set stat and change nothing, and without stat
! the program ends with a sentence. ARAUTO_TEST_CASE=n ends with the n-th.
program fortran_wrong
  use, intrinsic :: iso_fortran_env, only: event_type
  use arauto, only: arauto_notify_next, event_attach, event_detach, notify_query
  implicit none
  type(event_type) :: came(3)[*], other[*]
  integer :: a(6, 5)[*], private(4), stat, me, right, there, beyond
  integer, allocatable :: not_yet(:)[:]
  character(4) :: chosen
  private = 0
  a = 0
  me = this_image()
  right = merge(1, me + 1, me == num_images())
  beyond = 4
  call get_environment_variable('ARAUTO_TEST_CASE', chosen)
  select case (chosen)
  case ('1')
    call event_attach(came(1), private)
  case ('2')
    call event_attach(came(beyond), a)
  case ('3')
    call event_detach(came(1), a(:, 1))
  case ('4')
    call event_attach(came(1), a(1, :), access='both')
  case ('5')
    call event_attach(came(1), a)
    call event_attach(came(1), a)
  case ('6')
    call notify_query(a(1, 1), there)
  case ('7')
    call arauto_notify_next(private(1))
  case ('8')
    call outside(a)
  case ('9')
    call event_attach(came(1)[right], a)
  end select

  call event_attach(came(1), a(2, :), stat=stat)
  if (stat /= 0) error stop 'a right one'
  call refused('private memory')
  call event_attach(came(1), private, stat=stat)
  call refused('an element of it')
  call event_attach(came(1), private(2), stat)
  call refused('no event')
  call event_attach(a(1, 1), a, stat)
  call refused('an event behind the last')
  call event_attach(came(beyond), a, stat)
  call refused('no part of an event')
  call event_attach(private(3), a, stat)
  call refused('a coarray that is not allocated')
  call event_attach(came(1), not_yet, stat)
  call refused('an expression')
  call event_attach(came(1), (a), stat)
  call refused('another image')
  call event_attach(came(1), a(1, 1)[right], stat)
  call refused('an unknown access')
  call event_attach(came(1), a, stat, 'write')
  call refused('twice')
  call event_attach(came(1), a(2, 5:1:-1), stat) ! the same elements
  call refused('assumed size')
  call assumed_size(a)
  call refused('outside')
  call outside(a, stat)
  call refused('never attached')
  call event_detach(came(2), stat=stat)
  call refused('not to this')
  call event_detach(came(1), a(1, :), stat)
  call refused('detached from private memory')
  call event_detach(came(1), private, stat)
  call refused('no event to detach')
  call event_detach(private(1), stat=stat)
  call refused(' ')

  ! All of that has changed nothing: one binding is there, and it works.
  sync all
  a(1, 1)[right] = 1
  a(2, 1)[right] = 1
  event wait (came(1))
  sync all
  call notify_query(came(1), there, stat)
  if (there /= 0 .or. stat /= 0) error stop 'more than one post'
  call event_attach(other, a(2, :)) ! another event, the same range
  call event_attach(came(1), a(2, :), access='GET ') ! the same again, but for reads
  call event_detach(came(1), a(2, :)) ! both
  call refused('detached before')
  call event_detach(came(1), stat=stat)
  call refused(' ')
  call event_detach(other, a(2, :))
  call event_attach(came(3), a(3:2, :), stat) ! nothing is never touched
  if (stat /= 0) error stop 'a range without elements'
  sync all
  a(:, :)[right] = 2
  sync all
  call notify_query(came(3), there)
  if (there /= 0) error stop 'a range without elements has been touched'
  call event_detach(came(3), a(3:2, :))
  if (me == 1) print '(a)', 'ok'

contains

  !> Looks at the stat of the call before; the name is that of the next.
  subroutine refused(next)
    character(*), intent(in) :: next
    character(40), save :: what = ' '
    if (what /= ' ' .and. stat == 0) then
      print '(2a)', 'not refused: ', what
      error stop 1
    end if
    what = next
    stat = 0
  end subroutine refused

  subroutine assumed_size(array)
    integer, intent(inout) :: array(6, *)
    call event_attach(came(2), array, stat)
  end subroutine assumed_size

  subroutine outside(array, stat)
    integer, intent(inout) :: array(*)
    integer, intent(out), optional :: stat
    call event_attach(came(2), array(2:31:29), stat)
  end subroutine outside
end program fortran_wrong
