! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The common part of all variants of lattice_cg, without communication: the case, a rank's part of the lattice, the operator, the
! solver, digest, and a serial run to compare with. The method is that of textbooks on lattice gauge theory: conjugate gradients for
! (m^2 - H^2) x = b, where H takes a site's colour vector from its eight neighbours in four dimensions through matrices of SU(3) on
! the links, with the signs of staggered fermions. The lattice is periodic. An iteration applies H twice and has two sums.
!
! A variant brings an object of type `wires`: it exchanges the faces of a vector and adds numbers up over all ranks.
module lattice_cg_kernel
  use, intrinsic :: iso_fortran_env, only: int64, real64, error_unit
  use app, only: digest_modulus, weights
  implicit none (type, external)
  private
  public :: lattice_case, part, link, wires, read_case, make_part, links_of, solve, solve_alone, rehearse, digest_of
  public :: verify, iterations_apart
  real(real64), parameter :: mass = 0.5_real64
  integer, parameter :: iterations_apart = 100   ! in the measurement of communication alone

  type :: lattice_case
    character(len=8) :: size = 'quick'
    integer :: whole(4) = 0              ! sites along x, y, z, t
    integer :: blocks(4) = 0             ! whose sums are added in a fixed order; no rank has a part of one
    integer :: iterations = 0, batches = 3, ranks = 1
  end type lattice_case

  ! A rank's part. The links already have the signs, and a factor of one half.
  type :: part
    integer :: sites(4), before(4), whole(4), blocks(4), grid(4), place(4)
    integer :: low(4), high(4)           ! the sites that need no other rank's
    complex(real64), allocatable :: forward(:, :, :, :, :, :, :), backward(:, :, :, :, :, :, :)   ! matrix, axis, site
    integer, allocatable :: block(:, :, :, :)                   ! the number of the block that a site is in
    complex(real64), allocatable, dimension(:, :, :, :, :) :: solution, residual, product
  end type part

  ! The sites that go to one neighbour and come from it: bounds along x (1, 2), y, z and t.
  type :: link
    integer :: rank                      ! from 0
    integer :: from(8)                   ! own sites, to be sent
    integer :: to(8)                     ! the neighbour's halo: all parts are alike
    integer :: halo(8)                   ! the own halo, which the neighbour fills
  end type link

  ! How a rank is joined to others; as it stands, to none. A state is one of the two vectors that H is applied to, in turn.
  type :: wires
    type(part), pointer :: mine => null()
    complex(real64), contiguous, pointer :: vectors(:, :, :, :, :, :) => null()   ! colour, site with halo, state
  contains
    procedure :: begin => wrap_state     ! own sites do not change before `end`, and faces may travel
    procedure :: end => nothing_comes    ! the halo has come
    procedure :: add_up => nothing_adds  ! the sums over all ranks
  end type wires

contains

  ! Arguments of the command: words key=value. `ranks` are those among which the lattice is divided, where the size is a rank's.
  function read_case(ranks) result(problem)
    integer, intent(in) :: ranks
    type(lattice_case) :: problem
    character(len=64) :: word
    integer :: i, equals, status
    problem%ranks = ranks
    do i = 1, command_argument_count()
      call get_command_argument(i, word)
      equals = index(word, '=')
      status = 0
      select case (word(:max(0, equals - 1)))
      case ('size')
        problem%size = word(equals + 1:)
      case ('batches')
        read (word(equals + 1:), *, iostat=status) problem%batches
      case ('iterations')
        read (word(equals + 1:), *, iostat=status) problem%iterations
      case ('ranks')
        read (word(equals + 1:), *, iostat=status) problem%ranks
      case default
        status = 1
      end select
      if (status /= 0) call stop_with('"' // trim(word) // '" is none of size=, batches=, iterations= and ranks=')
    end do
    call set_size(problem)
    if (min(problem%batches, problem%iterations, problem%ranks) < 1) call stop_with('batches, iterations, ranks are at least 1')
    if (any(mod(problem%blocks, grid_of(ranks)) /= 0)) call stop_with('this size cannot be divided among so many ranks')
  end function read_case

  subroutine set_size(problem)
    type(lattice_case), intent(inout) :: problem
    integer :: iterations
    select case (problem%size)
    case ('tiny')
      problem%whole = [2, 4, 6, 12]
      problem%blocks = [1, 1, 6, 6]
      iterations = 6
    case ('quick')
      problem%blocks = grid_of(problem%ranks)
      problem%whole = [4, 4, 4, 8] * problem%blocks
      iterations = 50
    case ('M')
      problem%whole = 8
      problem%blocks = 2
      iterations = 40
    case ('L')
      problem%whole = 16
      problem%blocks = 2
      iterations = 10
    case default
      call stop_with('the size is tiny, quick, M or L')
    end select
    if (problem%iterations == 0) problem%iterations = iterations
  end subroutine set_size

  subroutine stop_with(sentence)
    character(len=*), intent(in) :: sentence
    write (error_unit, '(2a)') 'lattice_cg: ', sentence
    error stop 2
  end subroutine stop_with

  ! Ranks along each axis: a prime factor to t, whose faces are contiguous, the next ones to z, y and x.
  pure function grid_of(ranks) result(grid)
    integer, intent(in) :: ranks
    integer :: grid(4), left, factor, axis
    grid = 1
    left = ranks
    axis = 4
    do while (left > 1)
      factor = 2
      do while (mod(left, factor) /= 0)
        factor = factor + 1
      end do
      grid(axis) = grid(axis) * factor
      left = left / factor
      axis = merge(4, axis - 1, axis == 1)
    end do
  end function grid_of

  ! The number, from 0, of a place (from 0) among counts(1) x counts(2) x counts(3) x counts(4); the first axis runs fastest.
  pure integer function number_of(place, counts)
    integer, intent(in) :: place(4), counts(4)
    number_of = place(1) + counts(1) * (place(2) + counts(2) * (place(3) + counts(3) * place(4)))
  end function number_of

  ! The place with a number.
  pure function place_of(number, counts) result(place)
    integer, intent(in) :: number, counts(4)
    integer :: place(4), left, axis
    left = number
    do axis = 1, 4
      place(axis) = mod(left, counts(axis))
      left = left / counts(axis)
    end do
  end function place_of

  ! The part of rank `me` (from 0) of `ranks`, its links set.
  function make_part(problem, me, ranks) result(mine)
    type(lattice_case), intent(in) :: problem
    integer, intent(in) :: me, ranks
    type(part) :: mine
    integer :: axis, i, at(4), here(4), back(4)
    mine%whole = problem%whole
    mine%blocks = problem%blocks
    mine%grid = grid_of(ranks)
    mine%place = place_of(me, mine%grid)
    mine%sites = mine%whole / mine%grid
    mine%before = mine%place * mine%sites
    mine%low = merge(1, 2, mine%grid == 1)
    mine%high = merge(mine%sites, mine%sites - 1, mine%grid == 1)
    associate (n => mine%sites)
      allocate(mine%forward(3, 3, 4, n(1), n(2), n(3), n(4)), mine%backward(3, 3, 4, n(1), n(2), n(3), n(4)))
      allocate(mine%solution(3, n(1), n(2), n(3), n(4)), mine%residual(3, n(1), n(2), n(3), n(4)), &
        mine%product(3, n(1), n(2), n(3), n(4)), mine%block(n(1), n(2), n(3), n(4)))
    end associate
    do i = 0, product(mine%sites) - 1
      at = 1 + place_of(i, mine%sites)
      here = at + mine%before
      mine%block(at(1), at(2), at(3), at(4)) = 1 + number_of((here - 1) * mine%blocks / mine%whole, mine%blocks)
      do axis = 1, 4
        back = here
        back(axis) = 1 + modulo(here(axis) - 2, mine%whole(axis))
        mine%forward(:, :, axis, at(1), at(2), at(3), at(4)) = half_at(here, axis) * matrix_at(here, axis)
        mine%backward(:, :, axis, at(1), at(2), at(3), at(4)) = half_at(back, axis) * conjg(transpose(matrix_at(back, axis)))
      end do
    end do
  end function make_part

  ! Something uneven from -1 to below 1, so that a value from the wrong position shows.
  pure function uneven(position, kind) result(value)
    integer, intent(in) :: position(4), kind
    real(real64) :: value
    integer(int64) :: bits
    bits = position(1) + 64_int64 * (position(2) + 64_int64 * (position(3) + 64_int64 * (position(4) + 64_int64 * kind)))
    bits = modulo(bits * 2862933_int64 + 3037_int64, 1000003_int64)
    bits = modulo(bits * bits + 7919_int64 * kind, 1000003_int64)
    value = 2 * real(bits, real64) / 1000003 - 1
  end function uneven

  ! One half, with the sign of a link of staggered fermions.
  pure real(real64) function half_at(position, axis)
    integer, intent(in) :: position(4), axis
    half_at = 0.5_real64 - mod(sum(position(:axis - 1)), 2)
  end function half_at

  ! A matrix of SU(3): two rows of uneven numbers made orthogonal, and their cross product.
  pure function matrix_at(position, axis) result(u)
    integer, intent(in) :: position(4), axis
    complex(real64) :: u(3, 3), first(3), second(3)
    integer :: i
    do i = 1, 3
      first(i) = cmplx(uneven(position, 16 * axis + i), uneven(position, 16 * axis + i + 3), real64)
      second(i) = cmplx(uneven(position, 16 * axis + i + 6), uneven(position, 16 * axis + i + 9), real64)
    end do
    first = first / sqrt(sum(real(first)**2 + aimag(first)**2))
    second = second - first * sum(conjg(first) * second)
    second = second / sqrt(sum(real(second)**2 + aimag(second)**2))
    u(1, :) = first
    u(2, :) = second
    u(3, :) = conjg([first(2) * second(3) - first(3) * second(2), first(3) * second(1) - first(1) * second(3), &
      first(1) * second(2) - first(2) * second(1)])
  end function matrix_at

  ! The neighbours along axes that are divided. Those along others are served by `wrap`.
  function links_of(mine) result(links)
    type(part), intent(in) :: mine
    type(link), allocatable :: links(:)
    type(link) :: one
    integer :: axis, step, there(4), other, b
    allocate(links(0))
    do axis = 1, 4
      if (mine%grid(axis) == 1) cycle
      do step = -1, 1, 2
        there = mine%place
        there(axis) = modulo(there(axis) + step, mine%grid(axis))
        one%rank = number_of(there, mine%grid)
        do other = 1, 4
          b = 2 * other - 1
          one%from(b:b + 1) = [1, mine%sites(other)]
          one%to(b:b + 1) = one%from(b:b + 1)
        end do
        one%halo = one%to
        b = 2 * axis - 1
        one%from(b:b + 1) = merge(1, mine%sites(axis), step < 0)
        one%to(b:b + 1) = merge(mine%sites(axis) + 1, 0, step < 0)
        one%halo(b:b + 1) = merge(0, mine%sites(axis) + 1, step < 0)
        links = [links, one]
      end do
    end do
  end function links_of

  ! The halos along axes that are not divided, from the own sites.
  subroutine wrap(mine, v)
    type(part), intent(in) :: mine
    complex(real64), contiguous, intent(inout) :: v(:, 0:, 0:, 0:, 0:)
    integer :: axis, side, a(4), b(4), from(4), to(4)
    do axis = 1, 4
      if (mine%grid(axis) /= 1) cycle
      do side = 0, 1
        a = 1
        b = mine%sites
        a(axis) = side * (mine%sites(axis) + 1)                        ! of the halo
        b(axis) = a(axis)
        from = a
        to = b
        from(axis) = merge(mine%sites(axis), 1, side == 0)
        to(axis) = from(axis)
        v(:, a(1):b(1), a(2):b(2), a(3):b(3), a(4):b(4)) = v(:, from(1):to(1), from(2):to(2), from(3):to(3), from(4):to(4))
      end do
    end do
  end subroutine wrap

  ! Conjugate gradients from 0: a fixed number of iterations. @return the square of the residual
  function solve(problem, mine, v, joined) result(square)
    type(lattice_case), intent(in) :: problem
    type(part), intent(inout) :: mine
    complex(real64), contiguous, target, intent(inout) :: v(:, 0:, 0:, 0:, 0:, :)
    class(wires), intent(inout) :: joined
    real(real64) :: square, before, along
    integer :: iteration
    call set_start(mine, v)
    square = sum_of(mine, joined, mine%residual, mine%residual)
    do iteration = 1, problem%iterations
      call apply(mine, v, joined)
      associate (n => mine%sites)
        along = sum_of(mine, joined, v(:, 1:n(1), 1:n(2), 1:n(3), 1:n(4), 1), mine%product)
        before = square
        mine%solution = mine%solution + (square / along) * v(:, 1:n(1), 1:n(2), 1:n(3), 1:n(4), 1)
        mine%residual = mine%residual - (square / along) * mine%product
        square = sum_of(mine, joined, mine%residual, mine%residual)
        v(:, 1:n(1), 1:n(2), 1:n(3), 1:n(4), 1) = mine%residual + &
          (square / before) * v(:, 1:n(1), 1:n(2), 1:n(3), 1:n(4), 1)
      end associate
    end do
  end function solve

  ! The communication of iterations, without their computing.
  subroutine rehearse(mine, joined)
    type(part), intent(in) :: mine
    class(wires), intent(inout) :: joined
    real(real64) :: values(product(mine%blocks))
    integer :: i
    do i = 1, 2 * iterations_apart
      call joined%begin(1 + mod(i + 1, 2))
      call joined%end(1 + mod(i + 1, 2))
      values = 0
      call joined%add_up(values)
    end do
  end subroutine rehearse

  ! The right-hand side is the first residual and direction. Halos hold what no exchange brings.
  subroutine set_start(mine, v)
    type(part), intent(inout) :: mine
    complex(real64), contiguous, intent(inout) :: v(:, 0:, 0:, 0:, 0:, :)
    integer :: i, c, at(4), here(4)
    do i = 0, product(mine%sites) - 1
      at = 1 + place_of(i, mine%sites)
      here = at + mine%before
      do c = 1, 3
        v(c, at(1), at(2), at(3), at(4), 1) = cmplx(uneven(here, c), uneven(here, c + 3), real64)
      end do
    end do
    associate (n => mine%sites)
      mine%residual = v(:, 1:n(1), 1:n(2), 1:n(3), 1:n(4), 1)
    end associate
    mine%solution = 0
  end subroutine set_start

  ! The product of the operator and state 1, by way of state 2. Sites that need no other rank's are computed while faces travel.
  subroutine apply(mine, v, joined)
    type(part), intent(inout) :: mine
    complex(real64), contiguous, target, intent(inout) :: v(:, 0:, 0:, 0:, 0:, :)
    class(wires), intent(inout) :: joined
    associate (n => mine%sites)
      call joined%begin(1)
      call hop(mine, v(:, :, :, :, :, 1), v(:, 1:n(1), 1:n(2), 1:n(3), 1:n(4), 2), is_inside=.true.)
      call joined%end(1)
      call hop(mine, v(:, :, :, :, :, 1), v(:, 1:n(1), 1:n(2), 1:n(3), 1:n(4), 2), is_inside=.false.)
      call joined%begin(2)
      call hop(mine, v(:, :, :, :, :, 2), mine%product, is_inside=.true.)
      call joined%end(2)
      call hop(mine, v(:, :, :, :, :, 2), mine%product, is_inside=.false.)
      mine%product = mass**2 * v(:, 1:n(1), 1:n(2), 1:n(3), 1:n(4), 1) - mine%product
    end associate
  end subroutine apply

  ! H for the sites that need no other rank's, or for the others.
  subroutine hop(mine, v, into, is_inside)
    type(part), intent(in) :: mine
    complex(real64), contiguous, intent(in) :: v(:, 0:, 0:, 0:, 0:)
    complex(real64), intent(inout) :: into(:, :, :, :, :)
    logical, intent(in) :: is_inside
    integer :: y, z, t
    do t = 1, mine%sites(4)
      do z = 1, mine%sites(3)
        do y = 1, mine%sites(2)
          if (all([y, z, t] >= mine%low(2:) .and. [y, z, t] <= mine%high(2:))) then
            if (is_inside) then
              call hop_row(mine, v, into(:, :, y, z, t), mine%low(1), mine%high(1), y, z, t)
            else
              call hop_row(mine, v, into(:, :, y, z, t), 1, mine%low(1) - 1, y, z, t)
              call hop_row(mine, v, into(:, :, y, z, t), mine%high(1) + 1, mine%sites(1), y, z, t)
            end if
          else if (.not. is_inside) then
            call hop_row(mine, v, into(:, :, y, z, t), 1, mine%sites(1), y, z, t)
          end if
        end do
      end do
    end do
  end subroutine hop

  subroutine hop_row(mine, v, row, from, to, y, z, t)
    type(part), intent(in) :: mine
    complex(real64), contiguous, intent(in) :: v(:, 0:, 0:, 0:, 0:)
    complex(real64), contiguous, intent(inout) :: row(:, :)
    integer, intent(in) :: from, to, y, z, t
    complex(real64) :: s(3)
    integer :: x
    do x = from, to
      associate (f => mine%forward(:, :, :, x, y, z, t), b => mine%backward(:, :, :, x, y, z, t))
        s = times(f(:, :, 1), v(:, x + 1, y, z, t)) - times(b(:, :, 1), v(:, x - 1, y, z, t))
        s = s + (times(f(:, :, 2), v(:, x, y + 1, z, t)) - times(b(:, :, 2), v(:, x, y - 1, z, t)))
        s = s + (times(f(:, :, 3), v(:, x, y, z + 1, t)) - times(b(:, :, 3), v(:, x, y, z - 1, t)))
        row(:, x) = s + (times(f(:, :, 4), v(:, x, y, z, t + 1)) - times(b(:, :, 4), v(:, x, y, z, t - 1)))
      end associate
    end do
  end subroutine hop_row

  pure function times(u, p) result(r)
    complex(real64), intent(in) :: u(3, 3), p(3)
    complex(real64) :: r(3)
    r = (u(:, 1) * p(1) + u(:, 2) * p(2)) + u(:, 3) * p(3)
  end function times

  ! The real part of a scalar product. The sums of the blocks, which lie in one rank each, are added in their order.
  function sum_of(mine, joined, a, b) result(total)
    type(part), intent(in) :: mine
    class(wires), intent(inout) :: joined
    complex(real64), intent(in), dimension(:, :, :, :, :) :: a, b
    real(real64) :: total, values(product(mine%blocks))
    integer :: x, y, z, t, i
    values = 0
    do t = 1, mine%sites(4)
      do z = 1, mine%sites(3)
        do y = 1, mine%sites(2)
          do x = 1, mine%sites(1)
            associate (value => values(mine%block(x, y, z, t)))
              value = value + sum(real(a(:, x, y, z, t)) * real(b(:, x, y, z, t)) + &
                aimag(a(:, x, y, z, t)) * aimag(b(:, x, y, z, t)))
            end associate
          end do
        end do
      end do
    end do
    call joined%add_up(values)
    total = 0
    do i = 1, size(values)
      total = total + values(i)
    end do
  end function sum_of

  ! A sum of the bits of the own solution, each half of a number weighted by its position in the lattice. Parts are added, modulo
  ! `digest_modulus`.
  function digest_of(mine) result(bits)
    type(part), intent(in) :: mine
    integer(int64) :: bits, position, values(6)
    integer :: i, c, at(4)
    bits = 0
    do i = 0, product(mine%sites) - 1
      at = 1 + place_of(i, mine%sites)
      position = number_of(at - 1 + mine%before, mine%whole)
      values = transfer(mine%solution(:, at(1), at(2), at(3), at(4)), values)
      do c = 1, 6
        bits = mod(bits + mod(ibits(values(c), 0, 32) * mod(12 * position + 2 * c, weights) + &
          ibits(values(c), 32, 32) * mod(12 * position + 2 * c + 1, weights), digest_modulus), digest_modulus)
      end do
    end do
  end function digest_of

  ! Solves for a rank that has all sites.
  function solve_alone(problem, mine) result(square)
    type(lattice_case), intent(in) :: problem
    type(part), target, intent(inout) :: mine
    complex(real64), allocatable, target :: v(:, :, :, :, :, :)
    type(wires) :: joined
    real(real64) :: square
    associate (n => mine%sites + 1)
      allocate(v(3, 0:n(1), 0:n(2), 0:n(3), 0:n(4), 2), source=(0.0_real64, 0.0_real64))
    end associate
    joined%mine => mine
    joined%vectors(1:, 0:, 0:, 0:, 0:, 1:) => v
    square = solve(problem, mine, v, joined)
  end function solve_alone

  ! Ends the program where a serial run gives another digest. The driver compares the larger sizes with the serial program.
  subroutine verify(problem, digest)
    type(lattice_case), intent(in) :: problem
    integer(int64), intent(in) :: digest
    type(part), target :: whole
    if (problem%size /= 'tiny' .and. problem%size /= 'quick') return
    whole = make_part(problem, 0, 1)
    if (.not. solve_alone(problem, whole) < huge(1.0_real64)) call stop_with('the residual is no number')
    if (digest /= digest_of(whole)) call stop_with('the solution differs from that of a serial run')
  end subroutine verify

  subroutine wrap_state(self, state)
    class(wires), intent(inout) :: self
    integer, intent(in) :: state
    call wrap(self%mine, self%vectors(:, :, :, :, :, state))
  end subroutine wrap_state

  subroutine nothing_comes(self, state)
    class(wires), intent(inout) :: self
    integer, intent(in) :: state
  end subroutine nothing_comes

  ! All but one of the ranks have 0 in each place.
  subroutine nothing_adds(self, values)
    class(wires), intent(inout) :: self
    real(real64), contiguous, intent(inout) :: values(:)
  end subroutine nothing_adds

end module lattice_cg_kernel
