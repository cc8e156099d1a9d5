! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Coarray Fortran that flang lowers by itself: images, SYNC, collectives, teams.
program lowered
  use, intrinsic :: iso_fortran_env, only: team_type
  implicit none
  integer :: total, status, members
  real :: least(3)
  character(len=5) :: word
  character(len=40) :: message
  type(team_type) :: half

  total = this_image()
  call co_sum(total)
  call check(total == num_images() * (num_images() + 1) / 2, 'CO_SUM')
  least = [1.0, 2.0, 3.0] * this_image()
  call co_min(least(1:3:2))
  call check(least(1) == 1.0 .and. least(3) == 3.0 .and. least(2) == 2.0 * this_image(), 'CO_MIN of a section')
  word = 'image'
  if (this_image() == num_images()) word = 'other'
  call co_broadcast(word, num_images())
  call check(word == 'other', 'CO_BROADCAST')
  call make(half)
  call enter(half)
  sync images (*)
  sync memory
  sync all (stat=status, errmsg=message)
  call check(status == 0, 'SYNC ALL')
  call co_sum(total, result_image=num_images() + 1, stat=status, errmsg=message)
  call check(status /= 0 .and. index(message, 'CO_SUM') > 0, 'STAT= and ERRMSG=: ' // message)
  sync all
  if (this_image() == 1) print '(a)', 'lowered: done'
contains
  subroutine make(team) ! the variable is defined here and used elsewhere
    type(team_type), intent(out) :: team
    form team (mod(this_image(), 2) + 1, team)
  end subroutine make

  subroutine enter(team)
    type(team_type), intent(in) :: team
    integer :: mine
    mine = mod(this_image(), 2)
    change team (team)
      members = 1
      call co_sum(members)
      call check(members == num_images(), 'the sum over a team')
      call co_max(mine)
      sync team (team)
    end team
    call check(mine == mod(this_image(), 2), 'only images of one kind are in a team')
  end subroutine enter

  subroutine check(holds, what)
    logical, intent(in) :: holds
    character(len=*), intent(in) :: what
    if (.not. holds) then
      print '(a,i0,2a)', 'image ', this_image(), ': not so: ', what
      error stop 3
    end if
  end subroutine check
end program lowered
