! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Objects of other images as actual arguments of each intent, of known and unknown procedures, and procedures that are
! called with an object of another image.
module calls_m
  use, intrinsic :: iso_fortran_env, only: int8, int16, real64
  implicit none
  type account
    integer :: amount = 0
    real :: rates(2) = 0
  contains
    procedure :: worth
    procedure, pass(to) :: pay
    procedure, nopass :: version
    procedure, private :: add_whole
    procedure, private :: add_rates
    generic :: add => add_whole, add_rates
    procedure :: scaled => scaled_by
  end type
  type, extends(account) :: saving
    integer :: years = 0
  end type
  type holder
    type(account) :: one
    type(account) :: few(3)
    integer, allocatable :: list(:)
  end type
  interface change
    module procedure change_integer, change_real
  end interface
  interface mixed
    module procedure mixed_in, mixed_inout
  end interface
  private :: change_integer, change_real
contains
  integer function worth(self)
    class(account), intent(in) :: self
    worth = self%amount + nint(sum(self%rates))
  end function
  subroutine pay(by, to)
    integer, intent(in) :: by
    class(account), intent(inout) :: to
    to%amount = to%amount + by
  end subroutine
  integer function version()
    version = 3
  end function
  subroutine add_whole(self, by)
    class(account), intent(inout) :: self
    integer, intent(in) :: by
    self%amount = self%amount + by
  end subroutine
  subroutine add_rates(self, by)
    class(account), intent(inout) :: self
    real, intent(in) :: by
    self%rates = self%rates + by
  end subroutine
  elemental integer function scaled_by(self, factor)
    class(account), intent(in) :: self
    integer, intent(in) :: factor
    scaled_by = self%amount*factor
  end function
  subroutine change_integer(a, by)
    integer, intent(inout) :: a
    integer, intent(in) :: by
    a = a + by
  end subroutine
  subroutine change_real(a, by)
    real(real64), intent(inout) :: a
    integer, intent(in) :: by
    a = a + by
  end subroutine
  subroutine mixed_in(a, got)
    integer, intent(in) :: a
    integer, intent(out) :: got
    got = a
  end subroutine
  subroutine mixed_inout(a, got)
    real(real64), intent(inout) :: a
    integer, intent(out) :: got
    got = nint(a)
    a = -a
  end subroutine
  subroutine fill(a, with)
    integer, intent(out) :: a(:)
    integer, intent(in), optional :: with
    a = 5
    if (present(with)) a = with
  end subroutine
  subroutine next_place(a, i, k)
    integer, intent(inout) :: a, i, k
    a = a + 1000
    i = 1
    k = 1
  end subroutine
  subroutine shout(text)
    character(len=*), intent(inout) :: text
    if (text(1:1) == 'a') text(1:1) = 'A'
    text(len(text):) = '!'
  end subroutine
  elemental subroutine double(a)
    integer, intent(inout) :: a
    a = 2*a
  end subroutine
  integer function taken(a)
    integer, intent(inout) :: a
    taken = a
    a = 0
  end function
  subroutine spend(of, how_much)
    type(account), intent(inout) :: of
    integer :: how_much
    of%amount = of%amount - how_much
    of%rates(2) = -1
  end subroutine
  subroutine unspecified(a, is_set)
    integer :: a(2)
    logical, intent(in) :: is_set
    if (is_set) a = [-1, -2]
  end subroutine
  integer function by_value(a)
    integer, value :: a
    a = a + 1
    by_value = a
  end function
  subroutine swap_small(a, b)
    integer(int8), intent(inout) :: a
    complex, intent(inout) :: b(2)
    a = -a
    b = conjg(b)
  end subroutine
  subroutine set_list(list)
    integer, intent(inout) :: list(:)
    list = list + 1
  end subroutine
end module

program calls_alone
  use calls_m
  implicit none
  integer :: x(8)[*], flag[*], me, n, next, last, i, k, got, faults[*] = 0
  real(real64) :: y(2)[*]
  integer(int8) :: small[*]
  complex :: z(3)[*]
  logical :: done[*]
  character(len=4) :: word(2)[*]
  type(account) :: a(3)[*]
  type(saving), allocatable :: s[:]
  class(account), allocatable :: any_of[:]
  type(holder) :: h[*]
  character(len=80) :: line
  integer, external :: old_sum
  external :: old_set
  me = this_image(); n = num_images()
  next = mod(me, n) + 1; last = mod(me + n - 2, n) + 1
  allocate (s[*])
  allocate (saving :: any_of[*])
  allocate (h%list(2*me))
  call start()
  call arguments()
  call start()
  call functions()
  call start()
  call bound()
  sync all
  if (me == 1) then
    do i = 2, n
      faults = faults + faults[i]
    end do
    if (faults == 0) print '(a)', 'all as it should be'
  end if
  sync all
  if (faults > 0) error stop 1

contains

  subroutine start()
    sync all
    x = [(10*me + i, i=1, 8)]
    y = me
    flag = me
    small = int(me, int8)
    z = cmplx(me, 1)
    done = .false.
    word = ['abcd', 'efgh']
    a = account(me, [1., real(me)])
    s%amount = me
    any_of%amount = 100*me
    h%one = account(me, 0.)
    h%few = account(2*me, 0.)
    h%list = me
    sync all
  end subroutine

  subroutine arguments()
    call change(x(1)[next], me)
    call change(by=me, a=y(1)[next])
    call fill(x(3:5:2)[next])
    call double(x(7:8)[next])
    call shout(word(1)[next])
    call shout(word(2)[next](2:3))
    call swap_small(small[next], z(2:3)[next])
    call spend(a(1)[next], 4)
    call unspecified(x(1:2)[next], .false.)
    call set_list(h[next]%list(1:2))
    call change(h[next]%few(2)%amount, 5)
    if (me > 0) call change(flag[next], 50)
    sync all
    call check('inout', x(1) == 10*me + 1 + last .and. x(2) == 10*me + 2)
    call check('keywords', nint(y(1)) == me + last .and. nint(y(2)) == me)
    call check('out', x(3) == 5 .and. x(4) == 10*me + 4 .and. x(5) == 5 .and. x(6) == 10*me + 6)
    call check('elemental', x(7) == 20*me + 14 .and. x(8) == 20*me + 16)
    call check('texts', word(1) == 'Abc!' .and. word(2) == 'ef!h')
    call check('kinds', small == -me .and. all(nint(aimag(z)) == [1, -1, -1]))
    call check('objects', a(1)%amount == me - 4 .and. nint(a(1)%rates(2)) == -1 .and. a(2)%amount == me)
    call check('allocated by the image', all(h%list(1:2) == me + 1) .and. all(h%list(3:) == me))
    call check('components', all(h%few%amount == [2*me, 2*me + 5, 2*me]))
    call check('in IF', flag == me + 50)
    sync all
    i = 4; k = next
    call next_place(x(i)[k], i, k)
    call check('subscripts change', i == 1 .and. k == 1)
    call unspecified(x(5:6)[next], .true.)
    call old_set(x(7)[next], 99)
    sync all
    call check('place of before', x(4) == 10*me + 1004)
    call check('unspecified', all(x(5:6) == [-1, -2]))
    call check('implicit interface', x(7) == 99)
    sync all
    call mixed(x(1)[next], got)
    call mixed(y(2)[next], k)
    call check('mixed', k == next)
    call move_in_block(next)
    sync all
    call check('mixed intents', nint(y(2)) == -me .and. x(8) == -8)
  end subroutine

  subroutine move_in_block(to)
    integer, intent(in) :: to
    procedure(change_it), pointer :: p
    p => change_it
    call p(x(8)[to])
  end subroutine

  subroutine change_it(a)
    integer, intent(out) :: a
    a = -8
  end subroutine

  subroutine functions()
    got = taken(x(1)[next])
    call check('function', got == 10*next + 1)
    sync all
    call check('defined by a function', x(1) == 0)
    sync all
    k = 0
    if (taken(x(2)[next]) == 10*next + 2) then
      k = 1
    else if (taken(x(3)[next]) == 0) then
      k = 2
    end if
    if (taken(x(4)[next]) /= 10*next + 4) k = 3
    do while (taken(x(5)[next]) > 0)
      k = k + 10
    end do
    sync all
    call check('heads', k == 11 .and. all(x(2:5) == [0, 10*me + 3, 0, 0]))
    sync all
    got = by_value(x(6)[next]) + old_sum(x(7:8)[next], 2)
    call check('value and implicit', got == 10*next + 7 + 20*next + 15)
    sync all
    call check('not put back', x(6) == 10*me + 6 .and. x(7) == 10*me + 7)
    sync all
    if (me == 1) then
      write (line, *) (taken(x(6)[k]), k=1, n)
      read (line, *) got
      call check('in a list of output', got == 16)
      x(1:n) = [(taken(x(7)[k]), k=1, n)]
      call check('in a constructor', x(n) == 10*n + 7)
    end if
    sync all
    call check('put back for each', x(6) == 0 .and. x(7) == 0)
  end subroutine

  subroutine bound()
    real :: made
    call a(2)[next]%pay(by=7)
    call a(3)[next]%add(5)
    call a(3)[next]%add(0.5)
    call check('value', a(1)[next]%worth() == 2*next + 1)
    got = a(1)[next]%worth()
    call check('whole value', got == 2*next + 1)
    call check('no object', a(1)[next]%version() == 3)
    call check('elemental', all(a(1:2)[n]%scaled(2) >= 2*n))
    call s[next]%add(1)
    call h[next]%one%pay(3)
    call h[next]%few(3)%add(4)
    call any_of[next]%add(9)
    got = sum([(a(1)[k]%worth(), k=1, n)])
    call check('in a constructor', got == n*(n + 2))
    if (h[next]%few(1)%worth() /= 2*next) call check('in IF', .false.)
    if (a(1)[next]%worth() > 0 .and. s[next]%years == 0) then
      got = -1
    end if
    made = 2*a(1)[next]%worth()
    call check('in an expression', nint(made) == 2*(2*next + 1) .and. got == -1)
    sync all
    call check('passed by name', a(2)%amount == me + 7)
    call check('generic', a(3)%amount == me + 5 .and. nint(2*a(3)%rates(1)) == 3)
    call check('inherited', s%amount == me + 1)
    call check('components of objects', h%one%amount == me + 3 .and. h%few(3)%amount == 2*me + 4)
    call check('polymorphic', any_of%amount == 100*me + 9)
  end subroutine

  subroutine check(what, is_right)
    character(len=*), intent(in) :: what
    logical, intent(in) :: is_right
    if (is_right) return
    faults = faults + 1
    print '(3a, i0)', 'wrong: ', what, ' on image ', me
  end subroutine
end program

integer function old_sum(a, n)
  implicit none
  integer :: n, a(n)
  old_sum = sum(a)
end function

subroutine old_set(a, with)
  implicit none
  integer :: a, with
  a = with
end subroutine
