! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Collectives beyond gfortran 12's: text, operations by value, teams, CO_BROADCAST of allocatable components, RANDOM_INIT. Checks
! itself.
module collect_m
  use, intrinsic :: iso_fortran_env, only: team_type
  implicit none
  type inner
    integer, allocatable :: n(:)
    character(len=:), allocatable :: text
  end type
  type, extends(inner) :: outer
    type(inner) :: fixed(2)
    type(inner), allocatable :: parts(:)
    real :: plain = 0
    real, pointer :: nowhere(:) => null()
    real, allocatable :: plane(:, :)
  end type
contains
  pure function joined(a, b) result(c)
    character(len=*), intent(in) :: a, b
    character(len=len(a)) :: c
    c = trim(a)//b
  end function
  pure integer function by_value(a, b)
    integer, value :: a, b
    by_value = a + b
  end function
end module

program collect_alone
  use collect_m
  implicit none
  character(len=12) :: word, words(3)
  character(len=60) :: message
  integer :: me, n, k, one, status
  integer, allocatable :: seeds(:), others(:)
  type(team_type) :: half
  type(outer) :: o, many(2)
  me = this_image(); n = num_images()
  word = char(iachar('a') + me)
  words = word
  call co_reduce(word, joined)
  if (word /= repeat_letters(n)) error stop 'text'
  call co_reduce(words(1:3:2), operation=joined, result_image=1)
  if (me == 1 .and. (any(words(1:3:2) /= repeat_letters(n)) .or. words(2) /= 'b')) error stop 'texts'
  one = me
  call co_reduce(one, by_value)
  if (one /= n*(n + 1)/2) error stop 'by value'
  form team (1 + mod(me, 2), half)
  change team (half)
    one = 1
    call co_reduce(one, by_value)
    if (one /= num_images()) error stop 'in a team'
  end team
  call co_reduce(one, by_value, result_image=n + 1, stat=status, errmsg=message)
  if (status <= 0 .or. index(message, 'no image') == 0) error stop 'no such image'

  if (me == n) then
    o%n = [1, 2, 3]
    o%text = 'of the source'
    o%fixed(2)%n = [7]
    allocate (o%parts(0:2))
    o%parts(1)%text = 'deep'
    o%parts(2)%n = [(k, k=1, 1000)]
    allocate (o%plane(-1:1, 2))
    o%plane = 4.5
    o%plain = 3
  else
    o%n = [me]
    allocate (o%fixed(1)%n(5))
  end if
  many = o
  call co_broadcast(o, source_image=n)
  if (any(o%n /= [1, 2, 3]) .or. o%text /= 'of the source') error stop 'components'
  if (allocated(o%fixed(1)%n) .or. any(o%fixed(2)%n /= [7])) error stop 'fixed'
  if (lbound(o%parts, 1) /= 0 .or. ubound(o%parts, 1) /= 2 .or. allocated(o%parts(0)%n)) error stop 'parts'
  if (o%parts(1)%text /= 'deep' .or. sum(o%parts(2)%n) /= 500500) error stop 'deep'
  if (lbound(o%plane, 1) /= -1 .or. any(o%plane /= 4.5) .or. o%plain /= 3) error stop 'plane'
  call co_broadcast(many(2:2), n, stat=status)
  if (status /= 0 .or. size(many(2)%parts) /= 3) error stop 'a section'
  if (me /= n .and. any(many(1)%n /= [me])) error stop 'outside the section'

  call random_init(repeatable=.true., image_distinct=.true.)
  call random_seed(size=k)
  allocate (seeds(k), others(k))
  call random_seed(get=seeds)
  others = seeds
  call co_broadcast(others, 1)
  if (me > 1 .and. all(others == seeds)) error stop 'seeds are not distinct'
  call random_init(repeatable=.false., image_distinct=.false.)
  call random_seed(get=seeds)
  others = seeds
  call co_broadcast(others, 1)
  if (any(others /= seeds)) error stop 'seeds are distinct'
  if (me == 1) print '(a)', 'all as it should be'
contains
  function repeat_letters(count) result(letters)
    integer, intent(in) :: count
    character(len=12) :: letters
    integer :: i
    letters = ''
    do i = 1, count
      letters = trim(letters)//char(iachar('a') + i)
    end do
  end function
end program
