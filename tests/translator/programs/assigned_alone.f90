! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Assignments that the program defines, where one side is coindexed; a function that gives a team.
module assigned_m
  implicit none
  type vec
    real :: c(3) = 0
    integer :: n = 0
  end type
  type pair
    integer :: a = 0, b = 0
  contains
    procedure, private :: from_pair
    procedure, private :: from_number
    generic :: assignment(=) => from_pair, from_number
  end type
  type holder
    type(pair) :: p
    integer :: k = 0
  end type
  interface assignment(=)
    module procedure from_real, to_real
  end interface
contains
  elemental subroutine from_real(a, r)
    type(vec), intent(inout) :: a
    real, intent(in) :: r
    a%c = a%c + r
    a%n = a%n + 1
  end subroutine
  pure subroutine to_real(r, a)
    real, intent(out) :: r
    type(vec), intent(in) :: a
    r = sum(a%c)
  end subroutine
  elemental subroutine from_pair(self, other)
    class(pair), intent(inout) :: self
    class(pair), intent(in) :: other
    self%a = other%a + 100
    self%b = self%b + 1
  end subroutine
  elemental subroutine from_number(self, k)
    class(pair), intent(inout) :: self
    integer, intent(in) :: k
    self%a = 1000 + k
    self%b = self%b + 1
  end subroutine
end module
program assigned_alone
  use assigned_m
  use iso_fortran_env, only: team_type, initial_team
  implicit none
  type(vec) :: v(3)[*], w, ws(3)
  type(pair) :: p(2)[*], q, qs(2)
  type(holder) :: h[*], g
  real :: r[*], s
  integer :: me, next, k[*], faults = 0
  me = this_image(); next = mod(me, num_images()) + 1
  r = me; k = me
  v(1)%c = me; v(2)%n = 5
  p%a = me
  h%p%a = me; h%k = 3
  sync all
  w = r[next]
  call check('function of a number', all(w%c == next) .and. w%n == 1)
  w = v(1)[next]
  call check('same type', all(w%c == next) .and. w%n == 0)
  s = v(1)[next]
  call check('to a number', s == 3*next)
  ws = r[next]
  call check('to several', all(ws%n == 1) .and. ws(3)%c(2) == next)
  q = p(1)[next]
  call check('bound', q%a == 100 + next .and. q%b == 1)
  q = k[next]
  call check('bound to a number', q%a == 1000 + next .and. q%b == 2)
  qs = p(:)[next]
  call check('bound to several', all(qs%a == 100 + next) .and. all(qs%b == 1))
  g = h[next]
  call check('of a component', g%p%a == 100 + next .and. g%p%b == 1 .and. g%k == 3)
  sync all
  v(1:2)[next] = 2.5
  p(1)[next] = 7
  p(2)[next] = q
  h[next] = g
  sync all
  call check('put of a number', all(v(1)%c == me + 2.5) .and. all(v(2)%c == 2.5) .and. all(v%n == [1, 6, 0]))
  call check('put', all(p%a == [1007, 1100 + me]) .and. all(p%b == 1))
  call check('put of a component', h%p%a == 200 + me .and. h%p%b == 1 .and. h%k == 3)
  call check('function of a team', this_image(whole()) == me .and. num_images(whole()) == num_images())
  sync all
  call co_sum(faults)
  if (me == 1 .and. faults == 0) print '(a)', 'all as it should be'
contains
  type(team_type) function whole()
    whole = get_team(initial_team)
  end function
  subroutine check(what, is_right)
    character(len=*), intent(in) :: what
    logical, intent(in) :: is_right
    if (is_right) return
    faults = faults + 1
    print *, 'image', me, ': ', what, ' is wrong'
  end subroutine
end program
