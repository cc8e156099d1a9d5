! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Private memory of other images and every statement that orders segments: a read after it sees the values that the
! owner wrote before it, and an assignment before it is visible after it.
program statements
  use, intrinsic :: iso_c_binding, only: c_int
  use, intrinsic :: iso_fortran_env, only: atomic_int_kind, event_type, lock_type, team_type
  implicit none (type, external)
  interface
    integer(c_int) function usleep(microseconds) bind(c, name='usleep')
      import :: c_int
      integer(c_int), value :: microseconds
    end function usleep
  end interface
  integer, parameter :: n = 3000, step = 97, turns = 1000
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
  mine = [(value_of(me, code, 0), code = 1, n)]
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
    call after('change team')
    sync all
    call before()
  end team
  call after('end team')
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
  call told()
  call repointed()

contains

  integer function value_of(image, i, number)
    integer, intent(in) :: image, i, number
    value_of = image*10000000 + number*100000 + i
  end function value_of

  !> All read what does not change, so that what lies around it is kept while its owner changes it; and assign to
  !> their neighbour. The pause only makes it likely that the reads come first.
  subroutine before()
    integer :: i, x
    sync all
    round = round + 1
    do i = step, n, step
      x = b[next]%values(i)
      if (x /= value_of(next, i, 0)) call wrong('before', i, x)
    end do
    if (usleep(2000_c_int) /= 0) error stop 'usleep'
    do i = 1, n
      if (mod(i, step) /= 0) mine(i) = value_of(me, i, round)
    end do
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
      if (x /= value_of(next, i, merge(0, round, mod(i, step) == 0))) call wrong(name, i, x)
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
    do i = 1, turns
      code = b[1]%written(2) ! keeps what lies beside the number
      lock (gate[1])
      b[1]%written(1) = b[1]%written(1) + 1
      unlock (gate[1])
    end do
    sync all
    code = b[1]%written(1)
    if (code /= turns*num_images()) call wrong('lock', 1, code)
    sync all
  end subroutine locked

  subroutine critical_sections()
    integer :: i
    if (me == 1) received(1) = 0
    sync all
    do i = 1, turns
      code = b[1]%written(2)
      critical
        b[1]%written(1) = b[1]%written(1) + 1
      end critical
    end do
    sync all
    code = b[1]%written(1)
    if (code /= turns*num_images()) call wrong('critical', 1, code)
    sync all
  end subroutine critical_sections

  !> Segments that the program orders by itself.
  subroutine atomically()
    integer :: i, now
    if (me == 1) then
      if (usleep(2000_c_int) /= 0) error stop 'usleep'
      mine(1:50) = -5
      sync memory
      do i = 2, num_images()
        call atomic_define(turn[i], 7)
      end do
    else
      code = b[1]%values(step)
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
    if (me == 1) then
      if (usleep(2000_c_int) /= 0) error stop 'usleep'
      mine(n) = 12345
      do i = 2, num_images()
        event post (ready[i])
      end do
    else
      code = b[1]%values(n - 1)
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

  !> From image 1 to image 2 with one statement on each side.
  subroutine told()
    if (num_images() == 1) return
    if (me == 1) then
      if (usleep(2000_c_int) /= 0) error stop 'usleep'
      mine(6) = 54321
      b[2]%written(6) = 65432
      event post (ready[2])
      if (usleep(5000_c_int) /= 0) error stop 'usleep'
    else if (me == 2) then
      code = b[1]%values(step)
      event wait (ready)
      if (b[1]%values(6) /= 54321) call wrong('told', 6, b[1]%values(6))
      if (received(6) /= 65432) call wrong('told (written)', 6, received(6))
    end if
    sync all
  end subroutine told

  !> The owner points elsewhere: to another array, with other bounds and strides.
  subroutine repointed()
    integer, target :: another(10:20)
    another = me
    code = b[next]%values(15)
    sync all
    b%values(10:) => another
    sync all
    if (b[next]%values(15) /= next) call wrong('another array', 15, b[next]%values(15))
    sync all
    another(12) = -me
    b%values(1:) => another(20:10:-2)
    sync all
    if (b[next]%values(5) /= -next) call wrong('a section', 5, b[next]%values(5))
    sync all
  end subroutine repointed
end program statements
