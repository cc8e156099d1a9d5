! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The codes of stat= that have no name, and how messages number an image in a team: the same in a program for
! libcaf_arauto and in a translated one.
program stats
  use, intrinsic :: iso_fortran_env, only: lock_type, team_type, stat_failed_image, stat_locked, &
    stat_locked_other_image, stat_stopped_image
  implicit none (type)
  integer, parameter :: invalid = 7001, memory = 5014
  type(lock_type), save :: l[*]
  type(team_type), save :: pairs
  integer, allocatable :: a(:)[:]
  integer, save :: me, n, st, i
  character(160), save :: text
  me = this_image()
  n = num_images()
  sync images (n + 1, stat=st, errmsg=text)
  call expect(invalid, 'SYNC IMAGES')
  if (any(st == [stat_failed_image, stat_locked, stat_locked_other_image, stat_stopped_image])) then
    error stop 'an error without a name has the code of another'
  end if
  lock (l[n + 1], stat=st, errmsg=text)
  call expect(invalid, 'LOCK')
  sync all
  allocate (a(400000000000_8)[*], stat=st, errmsg=text)
  call expect(memory, "in this image's heap")
  if (n >= 4) call fail_in_a_team()
  if (me == n) print '(a)', 'done'
contains
  ! Images n - 1 and n are the second team. Its first image fails, which is no first image elsewhere.
  subroutine fail_in_a_team()
    character(8) :: digits
    form team (merge(2, 1, me > n - 2), pairs)
    change team (pairs)
      if (me == n - 1) fail image
      if (me == n) then
        do i = 1, 1000000
          sync images (1, stat=st, errmsg=text)
          if (st /= 0) exit
        end do
        write (digits, '(i0)') n - 1
        lock (l[1], stat=st, errmsg=text)
        call expect(stat_failed_image, 'LOCK: image ' // trim(digits) // ' has failed (numbered as in the initial team)')
      end if
    end team
  end subroutine

  subroutine expect(code, words)
    integer, intent(in) :: code
    character(*), intent(in) :: words
    if (st /= code .or. index(text, words) == 0) then
      print '(a,i0,3a,i0,2a)', 'expected ', code, ' and "', words, '", got ', st, ': ', trim(text)
      error stop 1
    end if
    text = ''
  end subroutine
end program
