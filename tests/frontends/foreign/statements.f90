! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Private memory of other images across every statement that orders segments: what is read after it is what the
! owner had before it, and what is assigned before it is there after it.
program statements
  use, intrinsic :: iso_fortran_env, only: atomic_int_kind, event_type, lock_type, team_type
  implicit none (type, external)
  integer, parameter :: n = 3000
  type :: box
    integer, pointer :: values(:) => null()
    integer, pointer :: written(:) => null()
  end type box
  type(box), save :: b[*]
  type(event_type), save :: ready[*], seen[*]
  type(lock_type), save :: gate[*]
  integer(atomic_int_kind), save :: turn[*]
  integer, save :: shared[*]
  integer, target, allocatable :: mine(:), received(:)
  integer, allocatable :: other[:]
  type(team_type) :: everyone
  integer :: me, next, previous, round, code

  me = this_image()
  next = mod(me, num_images()) + 1
  previous = mod(me + num_images() - 2, num_images()) + 1
  allocate (mine(n), received(n))
  b%values => mine
  b%written => received
  round = 0
  form team (1, everyone)

  call before()
  sync all
  call after('sync all')
  sync all

  call before()
  sync images (*)
  call after('sync images')
  sync images (*)

  call before()
  call meet_neighbours()
  call after('sync images of neighbours')
  call meet_neighbours()

  call before()
  event post (ready[next])
  event post (ready[previous])
  event wait (ready, until_count=2)
  call after('event wait')
  event post (seen[next])
  event post (seen[previous])
  event wait (seen, until_count=2)

  call before()
  sync team (everyone)
  call after('sync team')
  sync team (everyone)

  call before()
  change team (everyone)
  end team
  call after('change team')
  sync all

  call before()
  allocate (other[*])
  call after('allocate')
  sync all
  call before()
  deallocate (other)
  call after('deallocate')
  sync all

  call before()
  shared = me
  call co_sum(shared)
  call after('co_sum')
  sync all

  call before()
  call co_broadcast(shared, 1)
  sync memory
  sync all
  call after('sync memory')
  sync all

  call locked()
  call critical_sections()
  call atomically()
  call asked()

contains

  integer function value_of(image, i, number)
    integer, intent(in) :: image, i, number
    value_of = image*10000000 + number*100000 + i
  end function value_of

  !> Something is read, so that it is kept; then all change what they own, and assign to their neighbour.
  subroutine before()
    integer :: i, x
    do i = 1, n, 97
      x = b[next]%values(i)
      if (round > 0 .and. x /= value_of(next, i, round)) call wrong('before', i, x)
    end do
    sync all
    round = round + 1
    mine = [(value_of(me, i, round), i = 1, n)]
    do i = 1, n, 3
      b[next]%written(i) = value_of(me, i, round)
    end do
    b[next]%written(2:n:3) = [(value_of(me, i, round), i = 2, n, 3)]
    b[next]%written(3) = value_of(me, 3, round)
  end subroutine before

  subroutine after(name)
    character(len=*), intent(in) :: name
    integer :: i, x
    do i = 1, n
      x = b[next]%values(i)
      if (x /= value_of(next, i, round)) call wrong(name, i, x)
    end do
    do i = 1, n
      if (i > 3 .and. mod(i, 3) == 0) cycle
      if (received(i) /= value_of(previous, i, round)) call wrong(name // ' (written)', i, received(i))
    end do
  end subroutine after

  subroutine wrong(name, i, x)
    character(len=*), intent(in) :: name
    integer, intent(in) :: i, x
    print *, 'image', me, 'round', round, name, ': element', i, 'is', x
    error stop 1
  end subroutine wrong

  subroutine meet_neighbours()
    if (next == previous) then
      sync images (next)
    else
      sync images ([next, previous])
    end if
  end subroutine meet_neighbours

  !> A number in private memory of image 1, to which all add under its lock.
  subroutine locked()
    integer :: i
    received(1) = merge(0, received(1), me == 1)
    sync all
    do i = 1, 50
      lock (gate[1])
      b[1]%written(1) = b[1]%written(1) + 1
      unlock (gate[1])
    end do
    sync all
    code = b[1]%written(1)
    if (code /= 50*num_images()) call wrong('lock', 1, code)
    sync all
  end subroutine locked

  subroutine critical_sections()
    integer :: i
    if (me == 1) received(1) = 0
    sync all
    do i = 1, 50
      critical
        b[1]%written(1) = b[1]%written(1) + 1
      end critical
    end do
    sync all
    code = b[1]%written(1)
    if (code /= 50*num_images()) call wrong('critical', 1, code)
    sync all
  end subroutine critical_sections

  !> Segments that the program orders by itself.
  subroutine atomically()
    integer :: i, now
    if (me == 1) then
      do i = 1, n
        mine(i) = -i
      end do
      sync memory
      do i = 2, num_images()
        call atomic_define(turn[i], 7)
      end do
    else
      code = b[1]%values(5)
      now = 0
      do while (now /= 7)
        call atomic_ref(now, turn)
      end do
      sync memory
      if (b[1]%values(5) /= -5) call wrong('atomics', 5, code)
    end if
    sync all
  end subroutine atomically

  subroutine asked()
    integer :: i, count
    if (me == 1) mine(n) = 12345
    if (me == 1) then
      do i = 2, num_images()
        event post (ready[i])
      end do
    else
      count = 0
      do while (count == 0)
        call event_query(ready, count)
      end do
      event wait (ready)
      code = b[1]%values(n)
      if (code /= 12345) call wrong('event_query', n, code)
    end if
    sync all
  end subroutine asked
end program statements
