! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Notified puts and attached events inside a team: image indices are the team's, and so are coarrays allocated there.
program fortran_teams
  use, intrinsic :: iso_fortran_env, only: event_type, team_type
  use arauto, only: arauto_notify_next, event_attach, event_detach, notify_query
  implicit none
  type(team_type) :: half
  type(event_type) :: all_came[*]
  type(event_type), allocatable :: came(:)[:], noted[:]
  integer, allocatable :: a(:, :)[:]
  integer :: me, world, next, before, everywhere(4)[*], there, round
  world = this_image()
  everywhere = 0
  call event_attach(all_came, everywhere(2:3))
  form team (1 + mod(world, 2), half)
  sync all
  do round = 1, 3
    change team (half)
      me = this_image()
      next = merge(1, me + 1, me == num_images())
      before = merge(num_images(), me - 1, me == 1)
      allocate (came(2)[*], noted[*], a(5, 4)[*])
      a = 0
      call event_attach(came(1), a(2, :))
      call event_attach(came(2), a(:, 4))
      sync all
      a(2, 2)[next] = me
      event wait (came(1))
      if (a(2, 2) /= before) error stop 'attached in a team'
      a(3, 4)[next] = me
      event wait (came(2))
      call arauto_notify_next(noted)
      a(1, :)[next] = 10*me
      event wait (noted)
      if (any(a(1, :) /= 10*before)) error stop 'notified in a team'
      event wait (came(2))
      everywhere(2)[next] = round ! of the whole program, reached by the team's index
      event wait (all_came)
      everywhere(1)[next] = round
      deallocate (a, came)
      deallocate (noted)
    end team
  end do
  sync all
  call notify_query(all_came, there)
  if (there /= 0) error stop 'too many'
  everywhere(3)[world] = 1
  event wait (all_came)
  sync all
  call event_detach(all_came)
  if (world == 1) print '(a)', 'ok'
end program fortran_teams
