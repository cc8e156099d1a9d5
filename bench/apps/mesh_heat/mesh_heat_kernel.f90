! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The common part of all variants of mesh_heat, without communication: the case, a rank's part of the mesh, a step, digest, and a
! serial run to compare with. Heat flows between the cells of a disk; a cell knows its neighbours by lists alone. Cells are numbered
! along a curve of Morton, and each rank owns the cells of one range: so parts have uneven borders, and any number of neighbours.
! The temperature has two states: a step reads one and writes the other.
module mesh_heat_kernel
  use, intrinsic :: iso_fortran_env, only: int64, real64, error_unit
  use app, only: digest_modulus, weights
  implicit none (type, external)
  private
  public :: heat_case, part, read_case, make_part, fill, advance, digest_of, verify, steps_apart

  integer, parameter :: faces = 4           ! of a cell, at most
  integer, parameter :: steps_apart = 1000  ! in the measurement of communication alone

  type :: heat_case
    character(len=8) :: size = 'quick'
    integer :: across = 258                 ! cells along the diameter
    integer :: steps = 0, batches = 3
  end type heat_case

  ! A rank's part: `owned` cells after the first `before` of all. Local arrays have them first, then copies of the `needed` cells,
  ! which have ascending numbers, so that those of one owner follow each other; and at the end a cell that is none.
  type :: part
    integer :: cells = 0                    ! of the whole mesh
    integer :: owned, before
    integer, allocatable :: needed(:)       ! their numbers, from 1, among all cells
    integer, allocatable :: owner(:)        ! ranks (from 0) that own needed cells, ascending
    integer, allocatable :: first(:)        ! where the needed cells of each begin; one entry more
    integer, allocatable :: sent(:)         ! own cells that the owners need, in the order of `owner`, ascending for each
    integer, allocatable :: first_sent(:)   ! where those for each begin; one entry more
    integer, allocatable :: beside(:, :)    ! local numbers of the neighbours
    real(real64), allocatable :: flow(:, :) ! the part of a difference that flows in a step; 0 where there is no neighbour
  end type part

contains

  ! Arguments of the command: words key=value.
  function read_case() result(problem)
    type(heat_case) :: problem
    character(len=64) :: word
    integer :: i, equals, status
    do i = 1, command_argument_count()
      call get_command_argument(i, word)
      equals = index(word, '=')
      status = 0
      select case (word(:max(0, equals - 1)))
      case ('size')
        problem%size = word(equals + 1:)
      case ('batches')
        read (word(equals + 1:), *, iostat=status) problem%batches
      case ('steps')
        read (word(equals + 1:), *, iostat=status) problem%steps
      case default
        status = 1
      end select
      if (status /= 0) call stop_with('"' // trim(word) // '" is none of size=, batches= and steps=')
    end do
    call set_size(problem)
    if (min(problem%batches, problem%steps) < 1) call stop_with('batches and steps are at least 1')
  end function read_case

  subroutine set_size(problem)
    type(heat_case), intent(inout) :: problem
    integer :: steps
    select case (problem%size)
    case ('tiny')
      problem%across = 14
      steps = 30
    case ('quick')                          ! 52,000 cells
      problem%across = 258
      steps = 400
    case ('M')
      problem%across = 1000
      steps = 50
    case ('L')
      problem%across = 4000
      steps = 5
    case default
      call stop_with('the size is tiny, quick, M or L')
    end select
    if (problem%steps == 0) problem%steps = steps
  end subroutine set_size

  subroutine stop_with(sentence)
    character(len=*), intent(in) :: sentence
    write (error_unit, '(2a)') 'mesh_heat: ', sentence
    error stop 2
  end subroutine stop_with

  ! The number of each cell of the square around the disk, 0 outside the disk.
  subroutine number_cells(problem, number, cells)
    type(heat_case), intent(in) :: problem
    integer, allocatable, intent(out) :: number(:, :)
    integer, intent(out) :: cells
    integer(int64) :: code
    integer :: bit, x, y, bits
    allocate(number(0:problem%across + 1, 0:problem%across + 1), source=0)
    bits = 1
    do while (2**bits < problem%across)
      bits = bits + 1
    end do
    cells = 0
    do code = 0, 4_int64**bits - 1
      x = 1
      y = 1
      do bit = 0, bits - 1
        if (btest(code, 2 * bit)) x = x + 2**bit
        if (btest(code, 2 * bit + 1)) y = y + 2**bit
      end do
      if (max(x, y) > problem%across) cycle
      if ((2 * x - 1 - problem%across)**2 + (2 * y - 1 - problem%across)**2 > problem%across**2) cycle
      cells = cells + 1
      number(x, y) = cells
    end do
  end subroutine number_cells

  ! The rank that owns a cell; ranges are as equal as can be, the first ones longer.
  pure integer function owner_of(cell, cells, ranks)
    integer, intent(in) :: cell, cells, ranks
    integer :: longer, width
    width = cells / ranks
    longer = mod(cells, ranks)
    owner_of = merge((cell - 1) / (width + 1), longer + (cell - 1 - longer * (width + 1)) / max(1, width), &
      cell <= longer * (width + 1))
  end function owner_of

  ! The part of rank `me` (from 0) of `ranks`.
  function make_part(problem, me, ranks) result(mine)
    type(heat_case), intent(in) :: problem
    integer, intent(in) :: me, ranks
    type(part) :: mine
    integer, parameter :: dx(faces) = [-1, 1, 0, 0], dy(faces) = [0, 0, -1, 1]
    integer, allocatable :: number(:, :), place(:)
    integer :: x, y, face, cell, other
    call number_cells(problem, number, mine%cells)
    if (mine%cells < ranks) call stop_with('each rank needs a cell; run fewer ranks')
    mine%owned = mine%cells / ranks + merge(1, 0, me < mod(mine%cells, ranks))
    mine%before = me * (mine%cells / ranks) + min(me, mod(mine%cells, ranks))
    allocate(mine%beside(faces, mine%owned), mine%flow(faces, mine%owned))
    allocate(place(0:mine%cells), source=0)                 ! of a cell in local arrays
    place(mine%before + 1:mine%before + mine%owned) = [(cell, cell=1, mine%owned)]
    do y = 1, problem%across                                ! marks the needed cells
      do x = 1, problem%across
        if (place(number(x, y)) <= 0) cycle
        do face = 1, faces
          other = number(x + dx(face), y + dy(face))
          if (other > 0 .and. place(other) == 0) place(other) = -1
        end do
      end do
    end do
    mine%needed = pack([(cell, cell=1, mine%cells)], place(1:) < 0)
    place(mine%needed) = [(mine%owned + cell, cell=1, size(mine%needed))]
    place(0) = mine%owned + size(mine%needed) + 1
    do y = 1, problem%across
      do x = 1, problem%across
        cell = number(x, y) - mine%before
        if (cell < 1 .or. cell > mine%owned) cycle
        do face = 1, faces
          other = number(x + dx(face), y + dy(face))
          mine%beside(face, cell) = place(other)
          mine%flow(face, cell) = merge(0.05_real64 + 0.15_real64 * uneven(number(x, y) + other), 0.0_real64, other > 0)
        end do
      end do
    end do
    call list_traffic(mine, ranks)
  end function make_part

  ! Which cells go to which rank, and come from it.
  subroutine list_traffic(mine, ranks)
    type(part), intent(inout) :: mine
    integer, intent(in) :: ranks
    integer :: i, cell, last
    allocate(mine%owner(0), mine%first(0), mine%sent(0), mine%first_sent(1))
    last = -1
    do i = 1, size(mine%needed)
      if (owner_of(mine%needed(i), mine%cells, ranks) == last) cycle
      last = owner_of(mine%needed(i), mine%cells, ranks)
      mine%owner = [mine%owner, last]
      mine%first = [mine%first, i]
    end do
    mine%first = [mine%first, size(mine%needed) + 1]
    mine%first_sent(1) = 1
    do i = 1, size(mine%owner)
      associate (low => mine%owned + mine%first(i), high => mine%owned + mine%first(i + 1) - 1)
        mine%sent = [mine%sent, pack([(cell, cell=1, mine%owned)], &
          [(any(mine%beside(:, cell) >= low .and. mine%beside(:, cell) <= high), cell=1, mine%owned)])]
      end associate
      mine%first_sent = [mine%first_sent, size(mine%sent) + 1]
    end do
  end subroutine list_traffic

  ! Something uneven from 0 to below 1, so that a value from the wrong cell shows.
  pure real(real64) function uneven(number)
    integer, intent(in) :: number
    uneven = real(modulo(number * 7919_int64 + 104729, 100003_int64), real64) / 100003
  end function uneven

  ! The start, in both states. Copies hold what no exchange brings.
  subroutine fill(mine, heat)
    type(part), intent(in) :: mine
    real(real64), contiguous, intent(inout) :: heat(:, 0:)
    integer :: cell
    heat = -1.0e30_real64
    do cell = 1, mine%owned
      heat(cell, :) = uneven(mine%before + cell)
    end do
    heat(mine%owned + size(mine%needed) + 1, :) = 0         ! the cell that is none
  end subroutine fill

  ! One step: reads `old`, writes the own cells of `new`.
  pure subroutine advance(mine, old, new)
    type(part), intent(in) :: mine
    real(real64), contiguous, intent(in) :: old(:)
    real(real64), contiguous, intent(inout) :: new(:)
    integer :: cell
    do cell = 1, mine%owned
      associate (beside => mine%beside(:, cell), flow => mine%flow(:, cell))
        new(cell) = old(cell) + &
          ((flow(1) * (old(beside(1)) - old(cell)) + flow(2) * (old(beside(2)) - old(cell))) + &
           (flow(3) * (old(beside(3)) - old(cell)) + flow(4) * (old(beside(4)) - old(cell))))
      end associate
    end do
  end subroutine advance

  ! A sum of the bits of the own cells, each half weighted by the cell's number. Parts are added, modulo `digest_modulus`.
  function digest_of(mine, heat) result(bits)
    type(part), intent(in) :: mine
    real(real64), contiguous, intent(in) :: heat(:)
    integer(int64) :: bits, value
    integer :: cell
    bits = 0
    do cell = 1, mine%owned
      value = transfer(heat(cell), value)
      bits = mod(bits + mod(ibits(value, 0, 32) * mod(2_int64 * (mine%before + cell), weights) + &
        ibits(value, 32, 32) * mod(2_int64 * (mine%before + cell) + 1, weights), digest_modulus), digest_modulus)
    end do
  end function digest_of

  ! Ends the program where a serial run gives another digest. The driver compares the larger sizes with the serial program.
  subroutine verify(problem, digest)
    type(heat_case), intent(in) :: problem
    integer(int64), intent(in) :: digest
    type(part) :: whole
    real(real64), allocatable :: heat(:, :)
    integer :: step, now
    if (problem%size /= 'tiny' .and. problem%size /= 'quick') return
    whole = make_part(problem, 0, 1)
    allocate(heat(whole%owned + 1, 0:1))
    call fill(whole, heat)
    now = 0
    do step = 1, problem%steps
      call advance(whole, heat(:, now), heat(:, 1 - now))
      now = 1 - now
    end do
    if (digest /= digest_of(whole, heat(:, now))) call stop_with('the heat differs from that of a serial run')
  end subroutine verify

end module mesh_heat_kernel
