! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! dsde_kernel.c for programs in Fortran: the same draw, the same messages and the same digest, bit by bit. Sums and products of
! 64-bit integers wrap round, so this is compiled with -fwrapv.
module dsde_kernel
  use, intrinsic :: iso_fortran_env, only: int64, real64, error_unit
  use app, only: report
  implicit none (type, external)
  private
  public :: dsde_case, dsde_sum, most_messages, read_case, start, make_sends, how_many, earlier, fill, take, verify, print_batch

  integer, parameter :: random_messages = 6, particles = 120, most_messages = 64
  integer(int64), parameter :: mix_first = -4658895280553007687_int64, mix_second = -7723592293110705685_int64

  type :: dsde_case
    character(len=8) :: size = 'tiny'
    integer :: me, ranks, rounds, batches = 1
    integer :: words = 1                      ! of a message
    integer :: most                           ! messages that a rank sends in a round
    logical :: has_particles = .false.
    integer :: sides(3)                       ! boxes along each axis; the last is beside the first
    integer :: count                          ! particles in the box
    integer, allocatable :: box(:), came(:)   ! their numbers, and the round in which each came
    integer :: leaving(most_messages)
  end type dsde_case

  ! The messages that a rank has received so far.
  type :: dsde_sum
    integer(int64) :: digest = 0, count = 0
  end type dsde_sum

contains

  function read_case(me, ranks) result(this)
    integer, intent(in) :: me, ranks
    type(dsde_case) :: this
    character(len=64) :: word
    integer :: i, equals, status, bytes
    bytes = 8
    do i = 1, command_argument_count()
      call get_command_argument(i, word)
      equals = index(word, '=')
      status = 0
      select case (word(:max(0, equals - 1)))
      case ('size')
        this%size = word(equals + 1:)
      case ('batches')
        read (word(equals + 1:), *, iostat=status) this%batches
      case ('bytes')
        read (word(equals + 1:), *, iostat=status) bytes
        if (bytes < 8 .or. mod(bytes, 8) /= 0) status = 1
      case ('mode')
        this%has_particles = word(equals + 1:) == 'particles'
        if (.not. this%has_particles .and. word(equals + 1:) /= 'random') status = 1
      case default
        status = 1
      end select
      if (status /= 0) call stop_with('"' // trim(word) // '" is none of size=, batches=, bytes= and mode=')
    end do
    this%me = me
    this%ranks = ranks
    this%words = bytes / 8
    this%rounds = rounds_of(this%size)
    this%most = merge(most_messages, random_messages, this%has_particles)
    if (this%has_particles) allocate(this%box(ranks * particles), this%came(ranks * particles))
    this%sides(3) = largest_divisor(ranks, 3)
    this%sides(2) = largest_divisor(ranks / this%sides(3), 2)
    this%sides(1) = ranks / this%sides(3) / this%sides(2)
  end function read_case

  function rounds_of(size) result(rounds)
    character(len=*), intent(in) :: size
    integer :: rounds
    select case (size)
    case ('tiny')
      rounds = 20
    case ('quick')
      rounds = 2000
    case ('M')
      rounds = 20000
    case ('L')
      rounds = 200000
    case default
      rounds = 0
      call stop_with('the size is tiny, quick, M or L')
    end select
  end function rounds_of

  subroutine stop_with(sentence)
    character(len=*), intent(in) :: sentence
    write (error_unit, '(2a)') 'dsde: ', sentence
    error stop 2
  end subroutine stop_with

  pure function largest_divisor(number, dimensions) result(found)
    integer, intent(in) :: number, dimensions
    integer :: found, i
    found = 1
    i = 2
    do while (i**dimensions <= number)
      if (mod(number, i) == 0) found = i
      i = i + 1
    end do
  end function largest_divisor

  ! A bijection of 64-bit words whose values look random (the finalizer of splitmix64).
  elemental function mix(word) result(x)
    integer(int64), intent(in) :: word
    integer(int64) :: x
    x = ieor(word, shiftr(word, 30)) * mix_first
    x = ieor(x, shiftr(x, 27)) * mix_second
    x = ieor(x, shiftr(x, 31))
  end function mix

  ! A number of one message.
  elemental function draw(source, round, number) result(drawn)
    integer, intent(in) :: source, round, number
    integer(int64) :: drawn
    drawn = mix(ior(ior(shiftl(int(source, int64), 40), shiftl(int(round, int64), 8)), int(number, int64)))
  end function draw

  ! One of the other ranks; a rank alone sends to itself.
  pure function target_of(source, round, number, ranks) result(target)
    integer, intent(in) :: source, round, number, ranks
    integer :: target
    target = 0
    if (ranks == 1) return
    target = int(mod(shiftr(draw(source, round, number), 32), int(ranks - 1, int64)))
    if (target >= source) target = target + 1
  end function target_of

  ! Where a particle is after a round that begins with it in `box`; -1: it stays.
  pure function way_of(sides, particle, round, box) result(next)
    integer, intent(in) :: sides(3), particle, round, box
    integer :: next, strides(3), axis, at, face
    integer(int64) :: drawn
    next = -1
    drawn = shiftr(draw(particle, round, 0), 32)
    if (mod(drawn, 20_int64) /= 0) return
    face = int(mod(drawn / 20, 6_int64))
    axis = face / 2 + 1
    strides = [1, sides(1), sides(1) * sides(2)]
    at = mod(box / strides(axis), sides(axis))
    next = box + (mod(at + merge(1, sides(axis) - 1, mod(face, 2) == 0), sides(axis)) - at) * strides(axis)
  end function way_of

  ! Before the first round of a batch: all particles are where they were at first.
  subroutine start(this)
    type(dsde_case), intent(inout) :: this
    integer :: i
    if (.not. this%has_particles) return
    this%count = particles
    this%box(:particles) = [(this%me * particles + i, i = 0, particles - 1)]
    this%came(:particles) = -1
  end subroutine start

  ! The targets of the messages of a round, once for each. A particle that came in it, of a rank that is ahead, stays.
  subroutine make_sends(this, round, targets, number)
    type(dsde_case), intent(inout) :: this
    integer, intent(in) :: round
    integer, intent(out) :: targets(most_messages), number
    integer :: i, next
    number = 0
    targets = 0
    if (.not. this%has_particles) then
      number = random_messages
      targets(:number) = [(target_of(this%me, round, i, this%ranks), i = 0, number - 1)]
      return
    end if
    i = 1
    do while (i <= this%count)
      next = way_of(this%sides, this%box(i), round, this%me)
      if (next < 0 .or. this%came(i) == round) then
        i = i + 1
        cycle
      end if
      if (number == most_messages) call stop_with('too many particles leave a box at once')
      number = number + 1
      targets(number) = next
      this%leaving(number) = this%box(i)
      this%box(i) = this%box(this%count)
      this%came(i) = this%came(this%count)
      this%count = this%count - 1
    end do
  end subroutine make_sends

  ! How many messages go to the target of message i; 0 where an earlier one has the same target.
  pure function how_many(targets, i) result(number)
    integer, intent(in) :: targets(:), i
    integer :: number
    number = count(targets == targets(i))
    if (any(targets(:i - 1) == targets(i))) number = 0
  end function how_many

  ! The first message to the target of message i, and how many there are before i.
  pure subroutine earlier(targets, i, first, number)
    integer, intent(in) :: targets(:), i
    integer, intent(out) :: first, number
    first = findloc(targets(:i), targets(i), dim=1)
    number = count(targets(:i - 1) == targets(i))
  end subroutine earlier

  pure subroutine fill_particle(particle, round, message)
    integer, intent(in) :: particle, round
    integer(int64), intent(out) :: message(:)
    integer :: i
    message = draw(particle, round, 0) + [(int(i - 1, int64), i = 1, size(message))]
    message(1) = particle
  end subroutine fill_particle

  pure subroutine fill(this, round, i, message)
    type(dsde_case), intent(in) :: this
    integer, intent(in) :: round, i
    integer(int64), intent(out) :: message(:)
    integer :: k
    if (this%has_particles) then
      call fill_particle(this%leaving(i), round, message)
    else
      message = draw(this%me, round, i - 1) + [(int(k - 1, int64), k = 1, size(message))]
    end if
  end subroutine fill

  pure subroutine add(target, round, message, sum)
    integer, intent(in) :: target, round
    integer(int64), intent(in) :: message(:)
    type(dsde_sum), intent(inout) :: sum
    integer(int64) :: value
    integer :: i
    value = 0
    do i = 1, size(message)
      value = value + message(i) * (2 * i - 1)
    end do
    sum%digest = sum%digest + mix(ieor(value, mix(ior(shiftl(int(target, int64), 32), int(round, int64)))))
    sum%count = sum%count + 1
  end subroutine add

  ! Takes a message that this rank has received in `round`; a particle may leave in the next.
  subroutine take(this, round, message, sum)
    type(dsde_case), intent(inout) :: this
    integer, intent(in) :: round
    integer(int64), contiguous, intent(in) :: message(:)
    type(dsde_sum), intent(inout) :: sum
    call add(this%me, round, message, sum)
    if (.not. this%has_particles .or. this%count == size(this%box)) return
    this%count = this%count + 1
    this%box(this%count) = int(message(1))
    this%came(this%count) = round
  end subroutine take

  ! The messages that this rank must receive in a batch.
  function expected(this) result(sum)
    type(dsde_case), intent(in) :: this
    type(dsde_sum) :: sum
    integer(int64) :: message(this%words)
    integer :: source, round, i, box, next
    if (this%has_particles) then
      do source = 0, this%ranks * particles - 1   ! each particle alone
        box = source / particles
        do round = 0, this%rounds - 1
          next = way_of(this%sides, source, round, box)
          if (next < 0) cycle
          box = next
          if (box /= this%me) cycle
          call fill_particle(source, round, message)
          call add(this%me, round, message, sum)
        end do
      end do
      return
    end if
    do source = 0, this%ranks - 1
      do round = 0, this%rounds - 1
        do i = 0, random_messages - 1
          if (target_of(source, round, i, this%ranks) /= this%me) cycle
          message = draw(source, round, i) + [(int(next - 1, int64), next = 1, this%words)]
          call add(this%me, round, message, sum)
        end do
      end do
    end do
  end function expected

  subroutine verify(this, variant, received)
    type(dsde_case), intent(in) :: this
    character(len=*), intent(in) :: variant
    type(dsde_sum), intent(in) :: received
    type(dsde_sum) :: right
    right = expected(this)
    if (received%count == right%count .and. received%digest == right%digest) return
    write (error_unit, '(3a,i0,a,i0,a,z16.16,a,i0,a,z16.16,a)') 'dsde: ', variant, ': rank ', this%me, ' received ', &
      received%count, ' messages with digest ', received%digest, ', and ', right%count, ' with ', right%digest, ' were sent to it'
    error stop 1
  end subroutine verify

  subroutine print_batch(this, variant, digest, seconds)
    type(dsde_case), intent(in) :: this
    character(len=*), intent(in) :: variant
    integer(int64), intent(in) :: digest
    real(real64), intent(in) :: seconds
    call report('dsde', this%size, variant, this%ranks, digest, seconds, -1.0_real64)
  end subroutine print_batch

end module dsde_kernel
