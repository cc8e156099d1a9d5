! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Reads and writes of private memory of another image in one segment, at random: elements, sections, long and short,
! overlapping. Each image must see its own accesses in their order; it compares them with an array of its own.
program order
  implicit none (type, external)
  integer, parameter :: n = 40000, columns = 23, rows = 31, turns = 6000
  type :: box
    integer, pointer :: line(:) => null()
    real(8), pointer :: table(:, :) => null()
    complex(8), pointer :: single => null()
    integer(1), pointer :: backwards(:) => null()
    character(len=3), pointer :: words(:) => null()
  end type box
  type :: wrapped
    integer :: before
    type(box) :: inner
  end type wrapped
  type(wrapped), save :: b[*]
  integer, target, allocatable :: line(:), line_known(:)
  real(8), target, allocatable :: table(:, :), table_known(:, :)
  integer(1), target, allocatable :: small(:), small_known(:)
  character(len=3), target, allocatable :: words(:), words_known(:)
  complex(8), target, allocatable :: single
  complex(8) :: single_known, z
  integer :: me, next, previous, turn, i, j, k, step, state, x
  integer, allocatable :: many(:)
  integer(1) :: byte

  me = this_image()
  next = mod(me, num_images()) + 1
  previous = mod(me + num_images() - 2, num_images()) + 1
  allocate (line(n), table(0:columns - 1, -rows:-1), small(70000), words(5000), single)
  line = 0
  table = 0
  small = 0
  words = '---'
  single = 0
  line_known = line
  allocate (table_known, source=table)
  small_known = small
  words_known = words
  single_known = 0
  b%inner%line => line
  b%inner%table => table
  b%inner%single => single
  b%inner%backwards => small(70000:1:-1)
  b%inner%words => words
  state = 1234 + me
  sync all

  do turn = 1, turns
    i = below(n) + 1
    j = min(n, i + below(merge(5000, 40, below(20) == 0)))
    step = below(5) + 1
    select case (below(13))
    case (0)
      b[next]%inner%line(i) = turn
      line_known(i) = turn
    case (1)
      if (b[next]%inner%line(i) /= line_known(i)) call wrong('element', i)
    case (2)
      b[next]%inner%line(i:j:step) = [(turn*100 + k, k = i, j, step)]
      line_known(i:j:step) = [(turn*100 + k, k = i, j, step)]
    case (3)
      many = b[next]%inner%line(i:j:step)
      if (any(many /= line_known(i:j:step))) call wrong('section', i)
    case (4)
      b[next]%inner%line(i:j) = turn
      line_known(i:j) = turn
    case (5)
      many = b[next]%inner%line(i:j)
      if (any(many /= line_known(i:j))) call wrong('contiguous section', i)
    case (6)
      i = below(columns)
      j = below(rows) - rows
      b[next]%inner%table(i, j) = turn*0.5d0
      table_known(i, j) = turn*0.5d0
    case (7)
      i = below(columns)
      j = below(rows) - rows
      if (abs(b[next]%inner%table(i, j) - table_known(i, j)) > 0) call wrong('matrix', i)
    case (8)
      b[next]%inner%single = cmplx(turn, -turn, 8)
      single_known = cmplx(turn, -turn, 8)
    case (9)
      z = b[next]%inner%single
      if (abs(z - single_known) > 0) call wrong('scalar', 0)
    case (10)
      i = below(70000) + 1
      byte = int(mod(turn, 100), 1)
      b[next]%inner%backwards(i) = byte
      small_known(70001 - i) = byte
      byte = b[next]%inner%backwards(70001 - i)
      if (byte /= small_known(i)) call wrong('backwards', i)
    case (11)
      x = b[next]%inner%line(i)
      b[next]%inner%line(i) = x + 1
      line_known(i) = line_known(i) + 1
      if (b[next]%inner%line(i) /= line_known(i)) call wrong('read, changed, read', i)
    case (12)
      i = below(5000) + 1
      write (words_known(i), '(i3.3)') mod(turn, 1000)
      b[next]%inner%words(i) = words_known(i)
      k = below(5000) + 1
      if (b[next]%inner%words(k) /= words_known(k)) call wrong('word', k)
    end select
    if (below(500) == 0) sync memory
  end do

  many = b[next]%inner%line(:)
  if (any(many /= line_known)) call wrong('all', 0)
  sync all
  if (next == me) then
    if (any(line /= line_known)) call wrong('own', 0)
  end if
  many = b[next]%inner%line(:)
  if (any(many /= line_known)) call wrong('all, at the end', 0)
  if (any(abs(b[next]%inner%table(:, :) - table_known) > 0)) call wrong('table, at the end', 0)
  sync all

contains

  integer function below(limit)
    integer, intent(in) :: limit
    state = ieor(state, ishft(state, 13))
    state = ieor(state, ishft(state, -17))
    state = ieor(state, ishft(state, 5))
    below = modulo(state, limit)
  end function below

  subroutine wrong(name, at)
    character(len=*), intent(in) :: name
    integer, intent(in) :: at
    print *, 'image', me, 'turn', turn, ': ', name, ' at', at, 'is not what was assigned to it'
    error stop 1
  end subroutine wrong
end program order
