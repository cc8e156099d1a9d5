! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Teams as Fortran 2018 has them, beyond gfortran 12: association, TEAM= and TEAM_NUMBER=, NEW_INDEX, leaving by EXIT,
! allocations in a team, statuses. Checks itself.
module teams_alone_m
  use, intrinsic :: iso_fortran_env, only: team_type, initial_team, parent_team, current_team
  implicit none
  type(team_type), save :: kept
  real, allocatable :: made(:)[:]
  type :: part
    integer, allocatable :: v(:)[:]
  end type
  type, extends(part) :: whole
    type(part) :: inside
    integer, allocatable :: k[:]
  end type
contains
  type(team_type) function parent()
    parent = get_team(parent_team)
  end function
  subroutine make_components(t)
    type(team_type), intent(in) :: t
    type(whole), save :: new, old
    allocate (old%k[*], old%inside%v(2)[*])
    change team (t)
      allocate (new%v(3)[*], new%inside%v(2)[*], new%k[*])
      new%inside%v = this_image()
      sync all
      if (new%inside%v(2)[num_images()] /= num_images()) error stop 'component made in a team'
    end team
    if (allocated(new%v) .or. allocated(new%inside%v) .or. allocated(new%k)) error stop 'components freed at END TEAM'
    if (.not. (allocated(old%k) .and. allocated(old%inside%v))) error stop 'components kept at END TEAM'
  end subroutine
  subroutine make(n)
    integer, intent(in) :: n
    allocate (made(n)[0:*])
    made = this_image()
  end subroutine
end module

program teams_alone
  use teams_alone_m
  implicit none
  type pair
    integer :: a = 0
    real, allocatable :: b(:)
  end type
  type(team_type) :: t, teams(2)
  integer :: me, n, a(4)[*], c[2, *], w(2)[*], at(2), i, k, mine, status, number
  integer, allocatable :: d(:)[:]
  type(pair) :: p[*]
  character(len=80) :: text
  logical :: passed
  me = this_image(); n = num_images(); mine = (me + 1)/2
  number = 2 - mod(me, 2) ! images 1, 3, ... and 2, 4, ...
  a = [me, 2*me, 3*me, 4*me]
  c = -me
  p%a = me
  allocate (p%b(me))
  p%b = me
  allocate (d(3)[-1:*])
  d = 7*me
  sync all
  if (team_number() /= -1 .or. team_number(get_team()) /= -1) error stop 'number of the initial team'

  ! The order is turned around.
  k = merge((n + 1)/2, n/2, number == 1)
  form team (number, t, new_index=k + 1 - mine, stat=status, errmsg=text)
  if (status /= 0) error stop 'form team'
  if (team_number(t) /= number .or. num_images(t) /= k .or. this_image(t) /= k + 1 - mine) error stop 'of a team'
  if (num_images(team=t) /= k .or. this_image(team=get_team()) /= me) error stop 'by keyword'
  change team (t, part[*] => a, plane[2, 0:*] => c, low[-1:*] => d, pairs[*] => p, written[*] => w, stat=status)
    if (status /= 0 .or. this_image() /= k + 1 - mine .or. num_images() /= k) error stop 'change team'
    i = mod(this_image(), k) + 1
    if (part(2)[i] /= 2*world(i)) error stop 'associated'
    if (a(2)[i] /= 2*world(i)) error stop 'without association'
    if (part(2)[me, team=parent()] /= 2*me) error stop 'team='
    if (a(1)[n, team=get_team(initial_team)] /= n) error stop 'the initial team'
    if (low(3)[n - 2, team=parent()] /= 7*n) error stop 'deferred cobounds, team='
    if (low(1)[k - 2] /= 7*world(k)) error stop 'low'
    if (pairs[i]%a /= world(i) .or. pairs[i]%b(1) /= world(i)) error stop 'components'
    if (size(pairs[i]%b) /= world(i)) error stop 'size there'
    if (a(3)[i, team_number=number] /= 3*world(i)) error stop 'team_number= of the current team'
    if (n > 1) then
      if (a(1)[1, team_number=3 - number] /= other_first()) error stop 'team_number= of a sibling'
      if (num_images(team_number=3 - number) /= n - k) error stop 'size of a sibling'
    end if
    if (num_images(team_number=-1) /= n) error stop 'size of the initial team'
    at = this_image(plane)
    if (at(1) /= 2 - mod(this_image(), 2) .or. at(2) /= (this_image() - 1)/2) error stop 'cosubscripts'
    if (image_index(plane, at) /= this_image()) error stop 'image_index'
    if (plane[at(1), at(2)] /= -me) error stop 'two cosubscripts'
    if (image_index(c, [2, n/2]) /= merge(n/2*2, 0, n/2*2 <= k .and. n > 1)) error stop 'image_index in a team'
    if (n > 1) then
      if (image_index(c, [2, n/2], parent()) /= n/2*2) error stop 'image_index, team'
      if (c[2, n/2, team=parent()] /= -n/2*2) error stop 'two cosubscripts, team='
    end if
    if (any(this_image(c, team=get_team(parent_team)) /= [2 - mod(me, 2), (me + 1)/2])) error stop 'this_image, team'
    if (team_number() /= number .or. team_number(get_team(current_team)) /= number) error stop 'team_number'
    sync all
    written(2)[i] = 100 + me
    a(4)[me, team=parent()] = 44
    sync all (stat=status)
    if (part(4) /= 44 .or. status /= 0) error stop 'put, team='
    call make(2 + number)
    sync all
    if (made(1)[i - 1] /= i .or. size(made) /= 2 + number) error stop 'made in a team'
    if (.not. allocated(made)) error stop 'not made'
  end team (stat=status, errmsg=text)
  if (status /= 0 .or. allocated(made)) error stop 'freed at END TEAM'
  if (this_image() /= me .or. num_images() /= n) error stop 'after END TEAM'
  call make_components(t)
  call make(3) ! in step again, although the teams have allocated different sizes
  sync all
  if (made(3)[n - 1] /= n .or. w(2) < 100) error stop 'made by all'
  sync all

  ! A construct that is left by its name, from a loop, and a jump to its end.
  passed = .false.
  named: change team (t)
    do i = 1, 10
      if (i == 3) exit named
      if (i == 2) cycle
    end do
    passed = .true.
  end team named
  if (passed .or. this_image() /= me) error stop 'EXIT'
  change team (t)
    if (num_images() > 0) go to 10
    error stop 'GO TO'
10 end team
  if (this_image() /= me) error stop 'GO TO the end'

  ! Teams in teams, in arrays, and kept in a module.
  form team (number, teams(1))
  change team (teams(1))
    form team (1, teams(2))
    change team (teams(2))
      if (num_images() /= k .or. team_number() /= 1) error stop 'nested'
      if (num_images(get_team(initial_team)) /= n .or. team_number(parent()) /= number) error stop 'levels'
      sync team (teams(1))
      sync team (get_team(initial_team), stat=status)
    end team
  end team
  kept = teams(1)
  if (num_images(kept) /= k) error stop 'kept'
  do i = 1, 20
    form team (1 + mod(me, 3), t)
    change team (t)
      sync all
    end team
  end do

  ! Errors of FORM TEAM, which all images get.
  form team (merge(-1, 1, me == n), t, stat=status, errmsg=text)
  if (status <= 0 .or. index(text, 'not positive') == 0) error stop 'a negative number'
  form team (1, t, new_index=min(me, 2) + n - 1, stat=status, errmsg=text)
  if (n > 1 .and. (status <= 0 .or. index(text, 'NEW_INDEX') == 0)) error stop 'a wrong index'
  if (me == 1) print '(a)', 'all as it should be'
contains
  integer function world(image)
    integer, intent(in) :: image
    integer :: numbers
    numbers = merge((n + 1)/2, n/2, number == 1)
    world = 2*(numbers + 1 - image) - merge(1, 0, number == 1)
  end function
  integer function other_first()
    other_first = merge(n/2*2, (n - 1)/2*2 + 1, number == 1)
  end function
end program
